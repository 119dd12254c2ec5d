import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Check, CircleAlert } from '../../../ui/icons.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { CheckId, PublishCheck } from './read-checks.ts'

const STATES = { passed: 'Done', open: 'Open', unknown: 'Unknown' } as const

/** The checks before publishing; a refusal of the server stands at the check that it names. */
export function CheckList({
  checks,
  refused,
}: {
  checks: readonly PublishCheck[]
  refused: Partial<Record<CheckId, string>>
}) {
  return (
    <ul aria-label="Checks" className="divide-y divide-line border-y border-line">
      {checks.map(({ id, title, state, words }) => {
        const refusal = refused[id]
        const isPassed = state === 'passed' && !refusal
        return (
          <li key={id} className="flex gap-3 py-3">
            <span
              className={cx(
                'grid size-6 shrink-0 place-items-center',
                isPassed ? 'text-good' : state === 'unknown' ? 'text-muted' : 'text-warn',
              )}
            >
              {state === 'unknown' ? (
                <Spinner size={16} />
              ) : (
                <Icon of={isPassed ? Check : CircleAlert} size={18} />
              )}
              <span className="sr-only">{STATES[refusal ? 'open' : state]}:</span>
            </span>
            <div className="min-w-0">
              <p className="font-medium">{title}</p>
              <p className={cx('text-sm', isPassed ? 'text-muted' : 'text-ink')}>
                {refusal ?? words}
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
