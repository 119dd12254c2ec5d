/** Pads columns to their widest cell; columns named in `right` are aligned right. */
export function formatTable(head: string[], rows: string[][], right: number[] = []): string {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const format = (row: string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return right.includes(column) ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [
    format(head),
    widths.map((width) => '─'.repeat(width)).join('  '),
    ...rows.map(format),
  ].join('\n')
}

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
