import { compareLines } from '@vignette/contract/compare-parts.ts'
import { cx } from '../../../ui/class-names.ts'

/** The number of unchanged lines that are shown before and after a changed line. */
const CONTEXT = 2
const SIGNS = { kept: ' ', removed: '−', added: '+' } as const

/** Two texts line by line; far from a change, lines are left out. */
export function LineChanges({
  label,
  before,
  after,
}: {
  label: string
  before: string
  after: string
}) {
  const runs = compareLines(before, after)
  const isNear = (at: number) =>
    runs.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ is }) => is !== 'kept')
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-label={label}
      className="max-h-96 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs leading-relaxed"
    >
      {runs.map(({ is, text }, at) =>
        isNear(at) ? (
          <span
            key={`${at} ${is}`}
            className={cx(
              'block whitespace-pre',
              is === 'removed' && 'bg-danger-wash text-danger',
              is === 'added' && 'bg-good-wash text-good',
            )}
          >
            {SIGNS[is]} {text}
          </span>
        ) : isNear(at - 1) ? (
          <span key={`${at} ${is}`} className="block text-muted">
            …
          </span>
        ) : null,
      )}
    </pre>
  )
}
