import { useMutation, useQuery } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { apiMutation } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { formatLocalDate } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toastError } from '../../../ui/toast.tsx'
import { sessionsQuery } from '../api.ts'

/** The browsers in which the user is signed in. */
export function SessionsPanel({ onEverywhere }: { onEverywhere: () => void }) {
  const query = useQuery(sessionsQuery)
  const { mutate, isPending, variables } = useMutation({
    ...apiMutation('revokeSession'),
    onSuccess: () => track('session_revoked'),
    onError: (error) =>
      toastError(readReason(error, 'The session could not be ended. Please try again.')),
  })

  return (
    <section aria-labelledby="sessions">
      <h3 id="sessions" className="text-lg font-semibold">
        Sessions
      </h3>
      <p className="mt-1 text-sm text-muted">
        The browsers in which you are signed in. End any that you do not know.
      </p>
      <QueryState
        query={query}
        line
        failed="Your sessions could not be loaded"
        loading={<Skeleton className="mt-4 h-32 w-full" />}
      >
        {(sessions) => (
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {sessions.map((session) => (
              <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <div className="min-w-0 flex-1 basis-48">
                  <p className="flex flex-wrap items-center gap-2 font-medium">
                    <span className="min-w-0 break-words">{session.label}</span>
                    {session.current && <Badge tone="good">This browser</Badge>}
                  </p>
                  <p className="text-sm text-muted">
                    Last seen {formatLocalDate(session.last_seen_at)}, ends{' '}
                    {formatLocalDate(session.expires_at)}
                  </p>
                </div>
                {!session.current && (
                  <Button
                    kind="secondary"
                    size="sm"
                    busy={isPending && variables.params.id === session.id}
                    aria-label={`End session ${session.label}`}
                    onClick={() => mutate({ params: { id: session.id } })}
                  >
                    End
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <Button kind="secondary" size="sm" className="mt-4" onClick={onEverywhere}>
        Sign out everywhere
      </Button>
    </section>
  )
}
