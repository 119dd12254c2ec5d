import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { formatLocalDate } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toastError } from '../../../ui/toast.tsx'
import { sessionsQuery } from '../api/list-sessions.ts'
import { revokeSession } from '../api/revoke-session.ts'

/** The user's sessions: browsers, and tokens of API clients. */
export function SessionsPanel({ onEverywhere }: { onEverywhere: () => void }) {
  const client = useQueryClient()
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery)
  const [ending, setEnding] = useState<string | undefined>()

  async function revoke(id: string) {
    setEnding(id)
    try {
      await revokeSession(client, id)
    } catch (error) {
      toastError(readReason(error, 'The session could not be ended. Please try again.'))
    } finally {
      setEnding(undefined)
    }
  }

  return (
    <section aria-labelledby="sessions">
      <h3 id="sessions" className="text-lg font-semibold">
        Sessions
      </h3>
      <p className="mt-1 text-sm text-muted">
        End any that you do not know. Ending a token’s session switches that token off.
      </p>
      {isError && (
        <p className="mt-4 text-sm">
          Your sessions could not be loaded.{' '}
          <button type="button" className="underline" onClick={() => void refetch()}>
            Try Again
          </button>
        </p>
      )}
      {!sessions && !isError && <Skeleton className="mt-4 h-32 w-full" />}
      {sessions && (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {sessions.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-48">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  <span className="min-w-0 break-words">{session.label}</span>
                  {session.current && <Badge tone="good">This browser</Badge>}
                  {session.kind === 'token' && <Badge>Token</Badge>}
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
                  busy={ending === session.id}
                  aria-label={`End session ${session.label}`}
                  onClick={() => void revoke(session.id)}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button kind="secondary" size="sm" className="mt-4" onClick={onEverywhere}>
        Sign out everywhere
      </Button>
    </section>
  )
}
