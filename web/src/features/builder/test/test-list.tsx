import type { ListedTest } from '@vignette/contract/tests.ts'
import { formatLocalMinute } from '../../../lib/dates.ts'
import { cx } from '../../../ui/class-names.ts'
import { formatSeconds } from './describe-test.ts'

const STATES: Record<ListedTest['status'], string> = {
  QUEUED: 'waiting',
  RUNNING: 'running',
  COMPLETED: 'passed',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
}

/** The last tests; a press shows one again. */
export function TestList({
  tests,
  shown,
  onShow,
}: {
  tests: readonly ListedTest[]
  shown: string | undefined
  onShow: (id: string) => void
}) {
  if (tests.length < 2) return null
  return (
    <details>
      <summary className="flex h-11 cursor-pointer items-center text-sm font-medium">
        Last {tests.length} tests
      </summary>
      <ul className="divide-y divide-line border-y border-line">
        {tests.map((test) => (
          <li key={test.id}>
            <button
              type="button"
              aria-current={test.id === shown ? 'true' : undefined}
              onClick={() => onShow(test.id)}
              className={cx(
                'flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 px-2 py-1 text-left text-sm hover:bg-sunken',
                test.id === shown && 'font-medium',
              )}
            >
              <span>{formatLocalMinute(test.created_at)}</span>
              <span className="text-muted">
                {STATES[test.status]}
                {test.seconds !== null && ` ${formatSeconds(test.seconds)}`}
                {!test.current && ', of an earlier text'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
