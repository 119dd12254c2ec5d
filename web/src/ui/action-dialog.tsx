import { type FormEvent, type ReactNode, useState } from 'react'
import { readReason } from '../lib/api-error.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** Describes an action, takes what the action needs, and says why the server refused it. */
export function ActionDialog({
  title,
  description,
  label,
  danger = false,
  act,
  onClose,
  children,
}: {
  title: string
  description: ReactNode
  /** The button's text. */
  label: string
  danger?: boolean
  /** Answers false where what was typed cannot be sent; its field says why. */
  act: () => Promise<boolean | void>
  onClose: () => void
  children?: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    try {
      if ((await act()) !== false) return onClose()
    } catch (error) {
      setFault(readReason(error, 'It could not be done. Please try again.'))
    }
    setBusy(false)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={busy}
      title={title}
      description={description}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {children}
        {fault && <Alert tone="danger">{fault}</Alert>}
        <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={busy}>
          {label}
        </Button>
      </form>
    </Dialog>
  )
}
