import {
  CASE,
  CASE_REASON_WORDS,
  CASE_REASONS,
  type CaseReason,
} from '@vignette/contract/case-words.ts'
import { useForm } from '../../../../lib/use-form.ts'
import { Checkbox, RadioGroup } from '../../../../ui/choice.tsx'
import { Textarea } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form.tsx'
import { toast } from '../../../../ui/toast.tsx'
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
  const form = useForm({
    first: { reason: '' as CaseReason | '', text: '', share: false },
    check: ({ reason, text }) => ({
      reason: !reason && 'Please choose one',
      text: text.trim().length < 3 && 'Please say what is wrong',
    }),
    act: ({ reason, text, share }, { client }) => {
      if (!reason) throw new Error('No reason was chosen')
      return openCase(client, subject, { reason, text, share })
    },
    done: (opened) => {
      toast(opened.state === 'granted' ? opened.words : 'Sent. You see here how it goes on.')
      onClose()
    },
    failed: 'It could not be sent. Please try again.',
  })
  return (
    <FormDialog
      form={form}
      title="Something is wrong"
      description={`The creator has ${CASE.answerHours} hours to answer or to give your money back. After that we decide.`}
      label="Send"
      onClose={onClose}
    >
      <RadioGroup legend="What is it?" options={OPTIONS} {...form.choice('reason')} />
      {form.values.reason === 'charged_twice' && (
        <p className="text-sm text-muted">
          Where both were for the same words, this one’s money comes back and its file goes; the
          other one stays yours.
        </p>
      )}
      <Textarea
        label="In your words"
        hint="The creator and we read this."
        rows={4}
        maxLength={CASE.textMax}
        {...form.field('text')}
      />
      <Checkbox
        label="Let the creator and us see my creation and my inputs"
        hint="Only until this is decided. Otherwise your words alone are seen."
        {...form.box('share')}
      />
    </FormDialog>
  )
}
