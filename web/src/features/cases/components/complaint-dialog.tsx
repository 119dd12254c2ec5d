import { useQueryClient } from '@tanstack/react-query'
import {
  CASE,
  CASE_REASON_WORDS,
  CASE_REASONS,
  type CaseReason,
} from '@vignette/contract/case-words.ts'
import { type FormEvent, useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, RadioGroup } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Textarea } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type CaseSubject, openCase } from '../api.ts'

const OPTIONS = CASE_REASONS.map((value) => ({ value, label: CASE_REASON_WORDS[value] }))

/** The buyer's form: a reason, words, and whether the creator may look. */
export function ComplaintDialog({
  subject,
  onClose,
}: {
  subject: CaseSubject
  onClose: () => void
}) {
  const client = useQueryClient()
  const [reason, setReason] = useState<CaseReason | ''>('')
  const [text, setText] = useState('')
  const [share, setShare] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [tried, setTried] = useState(false)
  const isShort = text.trim().length < 3

  async function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (reason === '' || isShort) return
    setBusy(true)
    setFault(undefined)
    try {
      const opened = await openCase(client, subject, { reason, text, share })
      toast(opened.state === 'granted' ? opened.words : 'Sent. You see here how it goes on.')
      onClose()
    } catch (error) {
      setFault(readReason(error, 'It could not be sent. Please try again.'))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      locked={busy}
      title="Something is wrong"
      description={`The creator has ${CASE.answerHours} hours to answer or to give your money back. After that we decide.`}
    >
      <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-5">
        <RadioGroup
          legend="What is it?"
          options={OPTIONS}
          value={reason}
          invalid={tried && reason === ''}
          onChange={(value) => setReason(value as CaseReason)}
        />
        {tried && reason === '' && (
          <p role="alert" className="text-sm text-danger">
            Please choose one
          </p>
        )}
        {reason === 'charged_twice' && (
          <p className="text-sm text-muted">
            Where both were for the same words, this one’s money comes back and its file goes; the
            other one stays yours.
          </p>
        )}
        <Textarea
          label="In your words"
          hint="The creator and we read this."
          error={tried && isShort ? 'Please say what is wrong' : undefined}
          rows={4}
          maxLength={CASE.textMax}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Checkbox
          label="Let the creator and us see my creation and my inputs"
          hint="Only until this is decided. Otherwise your words alone are seen."
          checked={share}
          onChange={(event) => setShare(event.target.checked)}
        />
        {fault && <Alert tone="danger">{fault}</Alert>}
        <Button type="submit" busy={busy}>
          Send
        </Button>
      </form>
    </Dialog>
  )
}
