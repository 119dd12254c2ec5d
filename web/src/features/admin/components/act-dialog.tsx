import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useForm } from '../../../lib/use-form.ts'
import { Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'

/** Asks before an action of the console, and takes the note that the audit log keeps. */
export function ActDialog({
  keep,
  title,
  description,
  label,
  done,
  danger = false,
  reasonFor,
  noteless = false,
  act,
  onClose,
  children,
}: {
  /** Names the action and its object, so that the note outlasts a sign-in. */
  keep: string
  title: string
  description: ReactNode
  label: string
  /** What the toast says. */
  done: string
  danger?: boolean
  /** Who reads the reason, where one must be given. */
  reasonFor?: string
  noteless?: boolean
  act: (note: string, client: QueryClient) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}) {
  const form = useForm({
    keep,
    first: { note: '' },
    check: ({ note }) => ({
      note: reasonFor !== undefined && note.trim().length < 3 && 'Please say why',
    }),
    act: ({ note }, { client }) => act(note.trim(), client),
    done: () => {
      toast(done)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={title}
      description={description}
      label={label}
      danger={danger}
      onClose={onClose}
    >
      {children}
      {!noteless && (
        <Textarea
          label={reasonFor ? `Reason, for ${reasonFor}` : 'Note for the audit log (optional)'}
          rows={3}
          maxLength={500}
          {...form.field('note')}
        />
      )}
    </FormDialog>
  )
}
