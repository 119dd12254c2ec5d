import { useMutation } from '@tanstack/react-query'
import type { ReportedType } from '@vignette/contract/moderation.ts'
import { REPORT_WORDS } from '@vignette/contract/report-words.ts'
import { type FormEvent, useRef, useState } from 'react'
import { track } from '../../lib/analytics.ts'
import { apiMutation } from '../../lib/api.ts'
import { readReason } from '../../lib/api-error.ts'
import { createUuid } from '../../lib/browser.ts'
import type { Body } from '../../lib/client.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select, Textarea } from '../../ui/field.tsx'

export interface ReportSubject {
  type: ReportedType
  id: string
}

const reasons = Object.entries(REPORT_WORDS).map(([value, label]) => ({
  value: value as Body<'createReport'>['reason'],
  label,
}))

export function ReportDialog({
  subject,
  open,
  onOpenChange,
}: {
  subject: ReportSubject
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [unreasoned, setUnreasoned] = useState(false)
  const key = useRef<string>(undefined)
  const { mutate, isPending, data, error, reset } = useMutation({
    ...apiMutation('createReport'),
    onSuccess: (_, { body: { subject_type, reason } }) =>
      track('report_sent', { subject_type, reason }),
    onError: () => {
      key.current = undefined
    },
  })

  const changeOpen = (next: boolean) => {
    if (!next) {
      reset()
      setReason('')
      setNote('')
      setUnreasoned(false)
      key.current = undefined
    }
    onOpenChange(next)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const chosen = reasons.find((entry) => entry.value === reason)
    if (!chosen) return setUnreasoned(true)
    key.current ??= createUuid()
    mutate({
      body: { subject_type: subject.type, subject_id: subject.id, reason: chosen.value, note },
      idempotencyKey: key.current,
    })
  }

  if (data)
    return (
      <Dialog
        open={open}
        onOpenChange={changeOpen}
        title="Thank you"
        description="A person looks at it next, with what you wrote. If it breaks the terms, it is hidden from other people, and its author is told why, but not who reported it. You get no further message."
      >
        <p className="mb-5 text-sm text-muted">
          To ask about it, name this number:
          <span className="mt-1 block font-mono text-2xs break-all select-all">{data.id}</span>
        </p>
        <Button className="w-full" onClick={() => changeOpen(false)}>
          Done
        </Button>
      </Dialog>
    )
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      locked={isPending}
      title={`Report this ${subject.type === 'workflow' ? 'recipe' : subject.type}`}
      description="Tell us what is wrong with it. The author does not learn who reported."
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Select
          label="Reason"
          placeholder="Choose a reason"
          options={reasons}
          value={reason}
          error={unreasoned ? 'Please choose a reason' : undefined}
          onChange={(event) => {
            setReason(event.target.value)
            setUnreasoned(false)
          }}
        />
        <Textarea
          label="Note (optional)"
          rows={4}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {error && (
          <Alert tone="danger">
            {readReason(error, 'The report could not be sent. Please try again.')}
          </Alert>
        )}
        <Button type="submit" busy={isPending}>
          Send report
        </Button>
      </form>
    </Dialog>
  )
}
