import { useQueryClient } from '@tanstack/react-query'
import { COLLECTION } from '@vignette/contract/collection-limits.ts'
import type { CollectionView } from '@vignette/contract/collections.ts'
import { useState } from 'react'
import { send } from '../../../lib/api.ts'
import { navigate } from '../../../lib/router.tsx'
import { useForm } from '../../../lib/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { Input } from '../../../ui/field.tsx'
import { ActionDialog, FormDialog } from '../../../ui/form.tsx'

const VISIBILITY = [
  { value: 'private', label: 'Private: only you' },
  { value: 'link', label: 'Secret link: anybody who has it' },
  { value: 'public', label: 'Public: everybody' },
]

/** What its owner can do with a collection. */
export function CollectionTools({ collection }: { collection: CollectionView }) {
  const client = useQueryClient()
  const [action, setAction] = useState<'edit' | 'delete'>()
  const close = () => setAction(undefined)
  return (
    <>
      <Button kind="secondary" onClick={() => setAction('edit')}>
        Edit
      </Button>
      <Button kind="ghost" className="text-danger!" onClick={() => setAction('delete')}>
        Delete
      </Button>
      {action === 'edit' && <EditDialog collection={collection} onClose={close} />}
      {action === 'delete' && (
        <ActionDialog
          danger
          title="Delete this collection?"
          description="The recipes and creations in it stay."
          label="Delete it"
          act={async () => {
            await send(client, 'deleteCollection', { params: { id: collection.id } })
            navigate('/profile?tab=collections')
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function EditDialog({ collection, onClose }: { collection: CollectionView; onClose: () => void }) {
  const form = useForm({
    first: { name: collection.name, visibility: collection.visibility },
    check: ({ name }) => ({ name: !name.trim() && 'Please enter a name' }),
    act: (body, { client }) =>
      send(client, 'updateCollection', { params: { id: collection.id }, body }),
    done: onClose,
  })
  return (
    <FormDialog
      form={form}
      title="Edit the collection"
      description="Others see in it only what they can see anyway: your private creations stay private."
      label="Save"
      onClose={onClose}
    >
      <Input label="Name" maxLength={COLLECTION.nameMax} {...form.field('name')} />
      <RadioGroup legend="Who can see it" options={VISIBILITY} {...form.choice('visibility')} />
    </FormDialog>
  )
}
