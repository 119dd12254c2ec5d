import { useQuery, useQueryClient } from '@tanstack/react-query'
import { COLLECTION } from '@vignette/contract/collection-limits.ts'
import { type FormEvent, useState } from 'react'
import { send } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ownCollectionsQuery, type SavedSubject } from '../api.ts'
import { VISIBILITY_WORDS } from './visibility-words.ts'

/** Saves and removes at once, so that the dialog needs no button for it. */
export function SaveDialog({ subject, onClose }: { subject: SavedSubject; onClose: () => void }) {
  const client = useQueryClient()
  const { queryKey } = ownCollectionsQuery(subject.id)
  const query = useQuery(ownCollectionsQuery(subject.id))
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()

  async function run(work: () => Promise<void>) {
    setBusy(true)
    setFault(undefined)
    try {
      await work()
    } catch (reason) {
      setFault(readReason(reason, 'It could not be saved. Please try again.'))
      await query.refetch()
    }
    setBusy(false)
  }

  async function save(id: string, holds: boolean) {
    if (holds) await send(client, 'saveToCollection', { params: { id }, body: subject })
    else await send(client, 'removeFromCollection', { params: { id, itemId: subject.id } })
  }

  function toggle(id: string, holds: boolean) {
    if (busy) return
    client.setQueryData(queryKey, (list) =>
      list?.map((one) => (one.id === id ? { ...one, holds } : one)),
    )
    void run(() => save(id, holds))
  }

  function create(event: FormEvent) {
    event.preventDefault()
    if (!name.trim() || busy) return
    void run(async () => {
      const { id } = await send(client, 'createCollection', { body: { name } })
      await save(id, true)
      setName('')
    })
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save to a collection"
      description="Only you see a collection, until you share it."
    >
      <div className="flex flex-col gap-6">
        <QueryState
          query={query}
          line
          failed="Your collections could not be loaded"
          loading={<Skeleton className="h-11 w-full" />}
        >
          {(collections) =>
            collections.length > 0 && (
              <ul aria-label="Your collections" aria-busy={busy} className="flex flex-col gap-4">
                {collections.map((one) => (
                  <li key={one.id} className="wrap-anywhere">
                    <Checkbox
                      label={one.name}
                      hint={
                        one.visibility === 'private' ? undefined : VISIBILITY_WORDS[one.visibility]
                      }
                      checked={one.holds}
                      onChange={(event) => toggle(one.id, event.target.checked)}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </QueryState>
        <form onSubmit={create} className="flex items-end gap-2.5">
          <div className="min-w-0 flex-1">
            <Input
              label="New collection"
              maxLength={COLLECTION.nameMax}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </div>
          <Button type="submit" kind="secondary" busy={busy} disabled={!name.trim()}>
            Create
          </Button>
        </form>
        {fault && <Alert tone="danger">{fault}</Alert>}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Link to="/profile?tab=collections" className="text-sm underline underline-offset-4">
            Your collections
          </Link>
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  )
}
