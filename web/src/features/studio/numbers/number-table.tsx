import type { ReactNode } from 'react'

export interface Column {
  name: string
  /** Set for a column of text; figures are aligned right. */
  text?: true
}

/** Figures in rows; scrolls by itself where the screen is narrow. */
export function NumberTable({
  label,
  columns,
  rows,
}: {
  label: string
  columns: readonly Column[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}) {
  return (
    <div
      className="max-h-[28rem] overflow-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls the region.
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className="w-full text-sm tabular-nums">
        <thead className="sticky top-0 bg-ground text-muted">
          <tr>
            {columns.map(({ name, text }, at) => (
              <th
                key={name}
                scope="col"
                className={`py-2 font-medium whitespace-nowrap ${text ? 'text-left' : 'text-right'} ${at > 0 ? 'pl-4' : ''}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-t border-line">
              {cells.map((cell, at) => (
                <td
                  key={columns[at]?.name}
                  className={`py-3 ${columns[at]?.text ? 'max-w-64 break-words' : 'text-right whitespace-nowrap'} ${at > 0 ? 'pl-4' : ''}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
