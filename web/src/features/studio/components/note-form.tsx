import { useQueryClient } from '@tanstack/react-query'
import { NOTE } from '@vignette/contract/dispute-words.ts'
import { type FormEvent, useId, useState } from 'react'
import { send } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { type Answer, buildUrl } from '../../../lib/client.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Textarea } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { attachDisputeFile } from '../api.ts'

type Dispute = Answer<'listDisputes'>['disputes'][number]

/** The creator's note and its one file, both open to change until the evidence is sent. */
export function NoteForm({ dispute: { id, note } }: { dispute: Dispute }) {
  const client = useQueryClient()
  const fileId = useId()
  const [text, setText] = useKeptState(`dispute note ${id}`, note?.text ?? '')
  const [busy, setBusy] = useState<'note' | 'file' | undefined>()
  const [fault, setFault] = useState<string | undefined>()

  async function change(what: 'note' | 'file', work: () => Promise<unknown>, done: string) {
    setBusy(what)
    setFault(undefined)
    try {
      await work()
      toast(done)
    } catch (error) {
      setFault(readReason(error, 'It could not be saved. Please try again.'))
    } finally {
      setBusy(undefined)
    }
  }

  function save(event: FormEvent) {
    event.preventDefault()
    void change(
      'note',
      () => send(client, 'writeDisputeNote', { params: { id }, body: { text } }),
      'Note saved',
    )
  }

  function attach(input: HTMLInputElement) {
    const file = input.files?.[0]
    input.value = ''
    if (!file) return
    if (file.size > NOTE.fileBytes) return setFault('The file is larger than 2 MB.')
    void change('file', () => attachDisputeFile(client, id, file), 'File attached')
  }

  return (
    <form onSubmit={save} className="mt-4 flex flex-col gap-4 border-t border-line pt-4">
      <Textarea
        label="Your note to the bank"
        hint="What you know about this sale, in plain words. We send it with the receipt, the terms and the log of the delivery."
        rows={4}
        maxLength={NOTE.maxLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button
          type="submit"
          busy={busy === 'note'}
          disabled={busy !== undefined || text.trim() === (note?.text ?? '')}
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
              busy={busy === 'file'}
              disabled={busy !== undefined}
              onClick={() =>
                void change(
                  'file',
                  () => send(client, 'removeDisputeFile', { params: { id } }),
                  'File removed',
                )
              }
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
              disabled={busy !== undefined}
              onChange={(event) => attach(event.currentTarget)}
              className="max-w-full text-sm file:mr-3 file:h-11 file:cursor-pointer file:rounded-md file:border file:border-line-strong file:bg-surface file:px-4 file:font-medium file:text-ink"
            />
          </div>
        )}
      </div>
      {fault && <Alert tone="danger">{fault}</Alert>}
    </form>
  )
}
