import { useQueryClient } from '@tanstack/react-query'
import { COLLECTION, type Visibility } from '@vignette/contract/collection-limits.ts'
import type { CollectionView } from '@vignette/contract/collections.ts'
import { useState } from 'react'
import { send } from '../../../lib/api.ts'
import { navigate } from '../../../lib/router.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { Input } from '../../../ui/field.tsx'

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
  const client = useQueryClient()
  const [name, setName] = useState(collection.name)
  const [visibility, setVisibility] = useState<string>(collection.visibility)
  const [isNameless, setIsNameless] = useState(false)
  return (
    <ActionDialog
      title="Edit the collection"
      description="Others see in it only what they can see anyway: your private creations stay private."
      label="Save"
      act={async () => {
        setIsNameless(!name.trim())
        if (!name.trim()) return false
        const body = { name, visibility: visibility as Visibility }
        await send(client, 'updateCollection', { params: { id: collection.id }, body })
        return true
      }}
      onClose={onClose}
    >
      <Input
        label="Name"
        maxLength={COLLECTION.nameMax}
        value={name}
        error={isNameless ? 'Please enter a name' : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <RadioGroup
        legend="Who can see it"
        options={VISIBILITY}
        value={visibility}
        onChange={setVisibility}
      />
    </ActionDialog>
  )
}
