import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { COLLECTION } from '@vignette/contract/collection-limits.ts'
import { send } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Link } from '../../../ui/link.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ownCollectionsQuery, type SavedSubject } from '../api.ts'
import { VISIBILITY_WORDS } from './visibility-words.ts'

const FAILED = 'It could not be saved. Please try again.'

/** Saves and removes at once, so that the dialog needs no button for it. */
export function SaveDialog({ subject, onClose }: { subject: SavedSubject; onClose: () => void }) {
  const client = useQueryClient()
  const { queryKey } = ownCollectionsQuery(subject.id)
  const query = useQuery(ownCollectionsQuery(subject.id))
  const save = (id: string, holds: boolean): Promise<unknown> =>
    holds
      ? send(client, 'saveToCollection', { params: { id }, body: subject })
      : send(client, 'removeFromCollection', { params: { id, itemId: subject.id } })
  const saving = useMutation({
    mutationFn: ({ id, holds }: { id: string; holds: boolean }) => save(id, holds),
    onMutate: ({ id, holds }) => {
      client.setQueryData(queryKey, (list) =>
        list?.map((one) => (one.id === id ? { ...one, holds } : one)),
      )
    },
    onError: () => query.refetch(),
  })
  const making = useForm({
    first: { name: '' },
    act: async ({ name }) => {
      saving.reset()
      const { id } = await send(client, 'createCollection', { body: { name } })
      await save(id, true)
    },
    done: () => making.clear(),
    failed: FAILED,
  })
  const busy = saving.isPending || making.busy

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
                      onChange={(event) => {
                        if (!busy) saving.mutate({ id: one.id, holds: event.target.checked })
                      }}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </QueryState>
        <Form form={making} className="flex flex-col gap-4">
          <div className="flex items-end gap-2.5">
            <div className="min-w-0 flex-1">
              <Input
                label="New collection"
                maxLength={COLLECTION.nameMax}
                {...making.field('name')}
              />
            </div>
            <Button
              type="submit"
              kind="secondary"
              busy={busy}
              disabled={!making.values.name.trim()}
            >
              Create
            </Button>
          </div>
          {(making.fault || saving.error) && (
            <Alert tone="danger">{making.fault ?? readReason(saving.error, FAILED)}</Alert>
          )}
        </Form>
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
