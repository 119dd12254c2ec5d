import type { ReportedType } from '@vignette/contract/moderation.ts'
import { REPORT_WORDS } from '@vignette/contract/report-words.ts'
import { useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import type { Answer, Body } from '../../../lib/client.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, Textarea } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'

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
  const [answer, setAnswer] = useState<Answer<'createReport'>>()
  const form = useForm({
    first: { reason: '', note: '' },
    check: ({ reason }) => ({ reason: !reason && 'Please choose a reason' }),
    act: ({ reason, note }, { client, key }) => {
      const chosen = reasons.find((entry) => entry.value === reason)
      if (!chosen) throw new Error('No reason was chosen')
      return send(client, 'createReport', {
        body: { subject_type: subject.type, subject_id: subject.id, reason: chosen.value, note },
        idempotencyKey: key,
      })
    },
    done: (sent, { reason }) => {
      track('report_sent', { subject_type: subject.type, reason })
      setAnswer(sent)
    },
    failed: 'The report could not be sent. Please try again.',
  })

  const changeOpen = (next: boolean) => {
    if (!next) {
      form.clear()
      setAnswer(undefined)
    }
    onOpenChange(next)
  }

  if (answer)
    return (
      <Dialog
        open={open}
        onOpenChange={changeOpen}
        title="Thank you"
        description="A person looks at it next, with what you wrote. If it breaks the terms, it is hidden from other people, and its author is told why, but not who reported it. You get no further message."
      >
        <p className="mb-5 text-sm text-muted">
          To ask about it, name this number:
          <span className="mt-1 block font-mono text-2xs break-all select-all">{answer.id}</span>
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
      locked={form.busy}
      title={`Report this ${subject.type === 'workflow' ? 'recipe' : subject.type}`}
      description="Tell us what is wrong with it. The author does not learn who reported."
    >
      <Form form={form} className="flex flex-col gap-4">
        <Select
          label="Reason"
          placeholder="Choose a reason"
          options={reasons}
          {...form.field('reason')}
        />
        <Textarea label="Note (optional)" rows={4} maxLength={1000} {...form.field('note')} />
        <Submit form={form}>Send report</Submit>
      </Form>
    </Dialog>
  )
}
