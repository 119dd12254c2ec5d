import { useMutation, useQueryClient } from '@tanstack/react-query'
import { NOTE } from '@vignette/contract/dispute-words.ts'
import { useId } from 'react'
import { send } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { type Answer, buildUrl } from '../../../lib/client.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Textarea } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { attachDisputeFile } from '../api.ts'

type Dispute = Answer<'listDisputes'>['disputes'][number]

const FAILED = 'It could not be saved. Please try again.'

/** The creator's note and its one file, both open to change until the evidence is sent. */
export function NoteForm({ dispute: { id, note } }: { dispute: Dispute }) {
  const client = useQueryClient()
  const fileId = useId()
  const form = useForm({
    keep: `dispute note ${id}`,
    first: { text: note?.text ?? '' },
    act: (body) => send(client, 'writeDisputeNote', { params: { id }, body }),
    done: () => toast('Note saved'),
    failed: FAILED,
  })
  const filing = useMutation({
    mutationFn: async (file: File | undefined) => {
      if (!file) return send(client, 'removeDisputeFile', { params: { id } })
      if (file.size > NOTE.fileBytes) throw new Error('The file is larger than 2 MB.')
      return attachDisputeFile(client, id, file)
    },
    onSuccess: (_, file) => toast(file ? 'File attached' : 'File removed'),
  })
  const busy = form.busy || filing.isPending

  function attach(input: HTMLInputElement) {
    const file = input.files?.[0]
    input.value = ''
    if (file) filing.mutate(file)
  }

  return (
    <Form form={form} className="mt-4 flex flex-col gap-4 border-t border-line pt-4">
      <Textarea
        label="Your note to the bank"
        hint="What you know about this sale, in plain words. We send it with the receipt, the terms and the log of the delivery."
        rows={4}
        maxLength={NOTE.maxLength}
        {...form.field('text')}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button
          type="submit"
          busy={form.busy}
          disabled={busy || form.values.text.trim() === (note?.text ?? '')}
        >
          Save note
        </Button>
        {note?.file ? (
          <>
            <a
              className="inline-flex min-h-11 items-center underline underline-offset-4"
              href={buildUrl('getDisputeFile', { id })}
            >
              {note.file.name}
            </a>
            <Button
              kind="ghost"
              busy={filing.isPending}
              disabled={busy}
              onClick={() => filing.mutate(undefined)}
            >
              Remove file
            </Button>
          </>
        ) : (
          <div className="flex flex-col gap-1">
            <label htmlFor={fileId} className="text-sm font-medium">
              One picture: JPEG or PNG, up to 2 MB
            </label>
            <input
              id={fileId}
              type="file"
              accept="image/jpeg,image/png"
              disabled={busy}
              onChange={(event) => attach(event.currentTarget)}
              className="max-w-full text-sm file:mr-3 file:h-11 file:cursor-pointer file:rounded-md file:border file:border-line-strong file:bg-surface file:px-4 file:font-medium file:text-ink"
            />
          </div>
        )}
      </div>
      {(form.fault || filing.error) && (
        <Alert tone="danger">{form.fault ?? readReason(filing.error, FAILED)}</Alert>
      )}
    </Form>
  )
}
