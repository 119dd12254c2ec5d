import { useQuery, useQueryClient } from '@tanstack/react-query'
import { TOMBSTONE_PURGE_HOURS } from '@vignette/contract/limits.ts'
import { useState } from 'react'
import { refresh } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { formatLocalDate } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { toastError } from '../../../ui/toast.tsx'
import { creationQuery, restoreCreation } from '../../creations/index.ts'
import { deletedCreationsQuery } from '../api.ts'

/** Deleted creations that can be restored; empty if there are none. */
export function DeletedCreations({ userId }: { userId: string }) {
  const client = useQueryClient()
  const { data } = useQuery(deletedCreationsQuery(userId))
  const [restoring, setRestoring] = useState<string>()

  async function restore(id: string) {
    setRestoring(id)
    try {
      await restoreCreation(id)
      client.removeQueries({ queryKey: creationQuery(id).queryKey })
      await refresh(client, 'restoreCreation')
    } catch (error) {
      toastError(readReason(error, 'The creation could not be restored.'))
    } finally {
      setRestoring(undefined)
    }
  }

  if (!data || data.length === 0) return null
  return (
    <details className="mb-6 rounded-lg border border-line bg-surface px-4">
      <summary className="py-3 font-medium">Recently deleted ({data.length})</summary>
      <p className="text-sm text-muted">
        For {TOMBSTONE_PURGE_HOURS} hours after it was deleted a creation can be restored; then its
        files are erased.
      </p>
      <ul className="mt-2 divide-y divide-line">
        {data.map((item) => {
          const name = item.workflow_name || 'AI Creation'
          return (
            <li key={item.id} className="flex flex-wrap items-center gap-3 py-3">
              <p className="min-w-0 flex-1 basis-40">
                <span className="block font-medium break-words">{name}</span>
                <span className="text-sm text-muted">
                  Created {formatLocalDate(item.created_at)}
                </span>
              </p>
              <Button
                kind="secondary"
                size="sm"
                busy={restoring === item.id}
                aria-label={`Restore ${name}`}
                onClick={() => void restore(item.id)}
              >
                Restore
              </Button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
