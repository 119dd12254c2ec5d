import { type FormEvent, useEffect, useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/field.tsx'
import { deleteAccount } from '../api/delete-account.ts'

const WORD = 'delete my account'

export function DeleteAccount({ onDeleted }: { onDeleted: () => void }) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>()
  useEffect(() => {
    setTyped('')
    setFault(undefined)
  }, [open])
  const confirmed = typed.trim().toLowerCase() === WORD

  async function remove(event: FormEvent) {
    event.preventDefault()
    if (!confirmed) return
    setBusy(true)
    setFault(undefined)
    try {
      await deleteAccount()
      onDeleted()
    } catch (error) {
      setFault(readReason(error, 'The account could not be deleted. Please try again.'))
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="delete-account">
      <h3 id="delete-account" className="text-lg font-semibold">
        Delete account
      </h3>
      <p className="mt-1 max-w-prose text-sm text-muted">
        Your creations, recipes and personal data go. Money records stay, without your name.
      </p>
      <Button
        kind="secondary"
        size="sm"
        className="mt-4 text-danger!"
        onClick={() => setOpen(true)}
      >
        Delete account…
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        locked={busy}
        title="Delete your account?"
        description="This cannot be undone. Export your data first if you want to keep it."
      >
        <form onSubmit={(event) => void remove(event)} className="flex flex-col gap-5" noValidate>
          <Input
            label={`Type “${WORD}” to confirm`}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
          {fault && <Alert tone="danger">{fault}</Alert>}
          <Button type="submit" kind="danger" disabled={!confirmed} busy={busy}>
            {busy ? 'Deleting…' : 'Delete account for good'}
          </Button>
        </form>
      </Dialog>
    </section>
  )
}
