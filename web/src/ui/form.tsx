import type { ComponentProps, ReactNode } from 'react'
import { type FormState, useForm } from '../lib/use-form.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export function Form({
  form: { form },
  className = 'flex flex-col gap-5',
  children,
}: {
  form: FormState
  className?: string
  children: ReactNode
}) {
  return (
    <form {...form} className={className}>
      {children}
    </form>
  )
}

/** The button of a form, and above it what the server refused. */
export function Submit({
  form: { fault, busy },
  ...button
}: { form: FormState } & Omit<ComponentProps<typeof Button>, 'form' | 'type' | 'busy'>) {
  return (
    <>
      {fault && <Alert tone="danger">{fault}</Alert>}
      <Button {...button} type="submit" busy={busy} />
    </>
  )
}

interface DialogWords {
  title: ReactNode
  description: ReactNode
  /** The button's text. */
  label: ReactNode
  danger?: boolean
  onClose: () => void
}

/** A form in a dialog, which stays open while it is sent. */
export function FormDialog({
  form,
  title,
  description,
  label,
  danger = false,
  disabled = false,
  clear = false,
  onClose,
  children,
}: DialogWords & {
  form: FormState
  disabled?: boolean
  clear?: boolean
  children?: ReactNode
}) {
  return (
    <Dialog
      open
      clear={clear}
      onOpenChange={(open) => !open && onClose()}
      locked={form.busy}
      title={title}
      description={description}
    >
      <Form form={form}>
        {children}
        <Submit form={form} kind={danger ? 'danger' : 'primary'} disabled={disabled}>
          {label}
        </Submit>
      </Form>
    </Dialog>
  )
}

/** Asks before an action that takes no words, and closes when it is done. */
export function ActionDialog({ act, ...words }: DialogWords & { act: () => Promise<unknown> }) {
  const form = useForm({
    first: {},
    act,
    done: words.onClose,
    failed: 'It could not be done. Please try again.',
  })
  return <FormDialog form={form} {...words} />
}
