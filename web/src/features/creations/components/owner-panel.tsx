import { useQueryClient } from '@tanstack/react-query'
import type { CreationView } from '@vignette/contract/creations.ts'
import { TOMBSTONE_PURGE_HOURS } from '@vignette/contract/limits.ts'
import { useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, RadioGroup } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Trash2 } from '../../../ui/icons.tsx'
import { receiptQuery } from '../api.ts'
import { readInputs } from '../read-inputs.ts'
import type { ChangeCreation } from '../use-change-creation.ts'
import { CopyLink } from './copy-link.tsx'

const VISIBILITY = [
  { value: 'private', label: 'Private: only you' },
  { value: 'public', label: 'Public: anybody can remix it' },
]

/** The visibility of a creation, for its owner only. */
export function OwnerPanel({
  creation,
  actions,
  onDelete,
}: {
  creation: CreationView
  actions: ChangeCreation
  onDelete: () => void
}) {
  const { busy, fault, change } = actions
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const hasFiles = readInputs(creation.user_inputs).some(({ values }) =>
    values.some(({ kind }) => kind !== 'text'),
  )

  async function remove() {
    // If the receipt cannot be read, the delete is not confirmed first: the creation can still be
    // restored.
    const bought = await client.ensureQueryData(receiptQuery(creation.id)).catch(() => null)
    if (bought?.receipt) setAsking(true)
    else onDelete()
  }

  return (
    <section
      aria-labelledby="owner-panel"
      className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-5"
    >
      <h2 id="owner-panel" className="text-lg font-semibold">
        Your creation
      </h2>
      <div aria-busy={busy} className="flex flex-col gap-5">
        <RadioGroup
          legend="Who can see it"
          options={VISIBILITY}
          value={creation.public ? 'public' : 'private'}
          onChange={(value) => void change({ public: value === 'public' })}
        />
        {hasFiles && (
          <Checkbox
            label="Show the files you supplied"
            hint="Strangers see your text inputs of a public creation. Photos, films and sounds stay hidden unless you allow them here."
            checked={creation.share_inputs}
            onChange={(event) => void change({ share_inputs: event.target.checked })}
          />
        )}
        {!creation.public && <SecretLink creation={creation} actions={actions} />}
      </div>
      {fault && <Alert tone="danger">{fault}</Alert>}
      <div className="border-t border-line pt-4">
        <Button
          kind="ghost"
          size="sm"
          className="-ml-3.5 text-danger!"
          onClick={() => void remove()}
        >
          <Icon of={Trash2} size={16} />
          Delete creation
        </Button>
      </div>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete a creation you paid for?"
        description={`It can be restored for ${TOMBSTONE_PURGE_HOURS} hours, then its files are erased. What you paid is not returned.`}
      >
        <div className="flex flex-wrap gap-3">
          <Button
            kind="danger"
            onClick={() => {
              setAsking(false)
              onDelete()
            }}
          >
            Delete it
          </Button>
          <Button kind="secondary" onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </div>
      </Dialog>
    </section>
  )
}

function SecretLink({ creation, actions }: { creation: CreationView; actions: ChangeCreation }) {
  const link = creation.secret_link
  if (!link) {
    return (
      <div className="flex flex-col items-start gap-2">
        <Button
          kind="secondary"
          size="sm"
          busy={actions.busy}
          onClick={() => void actions.createLink()}
        >
          Create secret link
        </Button>
        <p className="text-sm text-muted">Anybody with the link can see it. You can revoke it.</p>
      </div>
    )
  }
  return (
    <div>
      <p className="mb-2 text-sm font-medium">Secret link</p>
      <CopyLink link={link} name="secret link">
        <Button
          kind="ghost"
          size="sm"
          disabled={actions.busy}
          onClick={() => void actions.revokeLink()}
        >
          Revoke
        </Button>
      </CopyLink>
    </div>
  )
}
