import { cx } from './class-names.ts'

export interface Figure {
  label: string
  value: string
  hint: string
}

/** Two or three figures side by side, each with its name and what it means. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl
      className={cx(
        'grid gap-px overflow-hidden rounded-lg border border-line bg-line',
        figures.length === 2 ? 'sm:grid-cols-2' : 'sm:grid-cols-3',
      )}
    >
      {figures.map(({ label, value, hint }) => (
        <div key={label} className="bg-surface p-5">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-1 text-2xl font-semibold tabular-nums">{value}</dd>
          <dd className="mt-1 text-sm text-muted">{hint}</dd>
        </div>
      ))}
    </dl>
  )
}
