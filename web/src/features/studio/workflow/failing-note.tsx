import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../lib/api.ts'
import { formatLocalMinute } from '../../../lib/dates.ts'
import { Alert } from '../../../ui/alert.tsx'
import { LinkButton } from '../../../ui/button.tsx'

/** Tells why the recipe starts no new run, and what opens it again. */
export function FailingNote({ id }: { id: string }) {
  const { data } = useQuery(apiQuery('getHealth', { params: { id } }, { staleTime: 0 }))
  const pause = data?.pauses.find(({ ended_by }) => ended_by === null)
  return (
    <div className="mt-6">
      <Alert
        tone="warn"
        title="Resting: its remixes fail"
        action={
          <LinkButton to={`/studio/recipes/new?recipe=${id}&pane=test`} kind="secondary">
            Test it
          </LinkButton>
        }
      >
        {pause && (
          <p>
            {pause.failed === pause.judged
              ? `Its last ${pause.failed} remixes failed`
              : `${pause.failed} of its last ${pause.judged} remixes failed`}
            , since {formatLocalMinute(pause.began_at)}. The newest
            {pause.step && (
              <>
                , at step <code className="font-mono">{pause.step}</code>
              </>
            )}
            : {pause.message}
          </p>
        )}
        <p>
          No new remix starts, and buyers paid nothing for what failed. One remix or test that
          delivers opens it again.
          {data?.next_try && ` We try it ourselves next at ${formatLocalMinute(data.next_try)}.`}
        </p>
      </Alert>
    </div>
  )
}
