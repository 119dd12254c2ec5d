import { useQuery } from '@tanstack/react-query'
import type { ReportedType } from '@vignette/contract/moderation.ts'
import { reportWordsOf } from '@vignette/contract/report-words.ts'
import { mayCall } from '@vignette/contract/staff.ts'
import { useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import type { Answer, Body } from '../../../lib/client.ts'
import { configQuery } from '../../../lib/config.ts'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { useForm } from '../../../lib/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, Textarea } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'

export interface ReportSubject {
  type: ReportedType
  id: string
}

/** What whoever moderates may do at once instead. */
const DECISIONS = {
  report: { label: 'Report it, for somebody to look at', send: 'Send report' },
  hide: { label: 'Hide it now; its author reads the reason', send: 'Hide it' },
  ban: { label: 'Ban its author: everything of theirs is hidden', send: 'Ban the author' },
}
type Decision = keyof typeof DECISIONS
const decisions = Object.entries(DECISIONS).map(([value, { label }]) => ({ value, label }))

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
  const { data: config } = useQuery(configQuery)
  const words = reportWordsOf(config?.content_policy ?? 'general')
  const reasons = Object.entries(words).map(([value, label]) => ({
    value: value as Body<'createReport'>['reason'],
    label,
  }))
  const moderates = mayCall(useAuth().user?.roles ?? [], 'decideUnreported')
  const form = useForm({
    keep: `report ${subject.id}`,
    first: { what: 'report' as Decision, reason: '', note: '' },
    check: ({ reason }) => ({ reason: !reason && 'Please choose a reason' }),
    act: async ({ what, reason, note }, { client, key }) => {
      const chosen = reasons.find((entry) => entry.value === reason)
      if (!chosen) throw new Error('No reason was chosen')
      const about = { subject_type: subject.type, subject_id: subject.id }
      const body = { ...about, reason: chosen.value, note }
      if (what === 'report') return send(client, 'createReport', { body, idempotencyKey: key })
      await send(client, 'decideUnreported', { body: { ...body, action: what } })
      return undefined
    },
    done: (sent, { what, reason }) => {
      if (sent) {
        track('report_sent', { subject_type: subject.type, reason })
        return setAnswer(sent)
      }
      toast(what === 'ban' ? 'The author is banned' : 'It is hidden')
      changeOpen(false)
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
        {moderates && <Select label="What happens" options={decisions} {...form.field('what')} />}
        <Select
          label="Reason"
          placeholder="Choose a reason"
          options={reasons}
          {...form.field('reason')}
        />
        <Textarea label="Note (optional)" rows={4} maxLength={1000} {...form.field('note')} />
        <Submit form={form}>{DECISIONS[form.values.what].send}</Submit>
      </Form>
    </Dialog>
  )
}
