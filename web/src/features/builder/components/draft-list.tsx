import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readVisitorId } from '../../../lib/anonymous-id.ts'
import { apiQuery, send } from '../../../lib/api.ts'
import type { Answer } from '../../../lib/client.ts'
import { formatLocalDate } from '../../../lib/dates.ts'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { ActionDialog } from '../../../ui/form.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { keepUnsaved } from '../saving/unsaved-text.ts'

/** Drafts that wait; without any the page says nothing of them. */
export function DraftList() {
  const { user } = useAuth()
  // A visitor without an anonymous id has no drafts yet.
  const isKnown = user !== null || readVisitorId() !== undefined
  const query = useQuery(apiQuery('listDrafts', {}, { staleTime: 0, enabled: isKnown }))
  return (
    <QueryState query={query} failed="Your drafts could not be loaded">
      {({ drafts }) => drafts.length > 0 && <Drafts drafts={drafts} />}
    </QueryState>
  )
}

function Drafts({ drafts }: Pick<Answer<'listDrafts'>, 'drafts'>) {
  const client = useQueryClient()
  const [leaving, setLeaving] = useState<{ id: string; name: string } | undefined>()
  return (
    <section aria-labelledby="drafts">
      <h2 id="drafts" className="mb-4 text-lg font-semibold">
        Your drafts
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {drafts.map(({ id, name, updated_at }) => {
          const title = name || 'Recipe without a name'
          return (
            <li key={id} className="flex flex-wrap items-center gap-3 px-5 py-3">
              <div className="min-w-0 grow basis-48">
                <p className="font-medium break-words">{title}</p>
                <p className="text-sm text-muted">Changed on {formatLocalDate(updated_at)}</p>
              </div>
              <LinkButton kind="secondary" to={`/studio/drafts/${id}`} aria-label={`Edit ${title}`}>
                Edit
              </LinkButton>
              <Button
                kind="ghost"
                aria-label={`Delete the draft ${title}`}
                onClick={() => setLeaving({ id, name: title })}
              >
                Delete
              </Button>
            </li>
          )
        })}
      </ul>
      {leaving && (
        <ActionDialog
          title="Delete this draft?"
          description={`“${leaving.name}” cannot be brought back. A published recipe stays as it is.`}
          label="Delete the draft"
          danger
          act={async () => {
            await send(client, 'deleteDraft', { params: { id: leaving.id } })
            keepUnsaved(leaving.id, undefined)
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </section>
  )
}
