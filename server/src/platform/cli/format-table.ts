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
