import { type FormEvent, type ReactNode, useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'

/** A form with one button; its own fault is shown once the button was pressed. */
export function DeedDialog({
  title,
  description,
  button,
  danger = false,
  done,
  fault,
  act,
  onClose,
  children,
}: {
  title: string
  description: string
  button: string
  danger?: boolean
  /** Said once the deed is done. */
  done: string
  /** What is wrong with the form. */
  fault: string | undefined
  act: () => Promise<void>
  onClose: () => void
  children: (fault: string | undefined) => ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (fault) return
    setBusy(true)
    setRefusal(undefined)
    try {
      await act()
      toast(done)
      onClose()
    } catch (error) {
      setRefusal(readReason(error, 'It could not be done. Please try again.'))
      setBusy(false)
    }
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
        {children(tried ? fault : undefined)}
        {refusal && <Alert tone="danger">{refusal}</Alert>}
        <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={busy}>
          {button}
        </Button>
      </form>
    </Dialog>
  )
}
