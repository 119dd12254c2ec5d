import { type ReactNode, useState } from 'react'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { toast } from '../../../ui/toast.tsx'

/** A form with one button; its own fault is shown once the button was pressed. */
export function CheckedActionDialog({
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
  /** Said once the action is done. */
  done: string
  /** What is wrong with the form. */
  fault: string | undefined
  act: () => Promise<unknown>
  onClose: () => void
  children: (fault: string | undefined) => ReactNode
}) {
  const [tried, setTried] = useState(false)
  return (
    <ActionDialog
      title={title}
      description={description}
      label={button}
      danger={danger}
      onClose={onClose}
      act={async () => {
        setTried(true)
        if (fault) return false
        await act()
        toast(done)
        return true
      }}
    >
      {children(tried ? fault : undefined)}
    </ActionDialog>
  )
}
