const NUMBER = /^-?\d+(\.\d+)?$/

/** A spreadsheet reads a cell with such a first character as a formula, and people choose names freely. */
function quote(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** CSV as RFC 4180 has it. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return `${rows.map((row) => row.map(quote).join(',')).join('\r\n')}\r\n`
}
