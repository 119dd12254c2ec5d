import { BATCH } from '@vignette/contract/batch-limits.ts'
import type { UserInputs } from '@vignette/contract/creations.ts'
import { UPLOADS } from '@vignette/contract/upload-limits.ts'
import { useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { createUuid } from '../../../lib/browser.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Input, Select } from '../../../ui/field.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { DropZone } from '../inputs/drop-zone.tsx'
import { prepareImage } from '../upload/prepare-image.ts'
import { sendFile } from '../upload/send-file.ts'
import { uploadFile, waitFor } from '../upload/upload-file.ts'
import { fileKindOf, type WizardStep } from '../wizard/step.ts'

/** Each photo is a row; what the recipe asks besides is the same for all. */
export function PhotoRows({
  steps,
  onRows,
}: {
  steps: readonly WizardStep[]
  onRows: (rows: UserInputs[]) => void
}) {
  const photo = photoStep(steps)
  const others = steps.filter(({ step_type }) => fileKindOf(step_type) === null)
  const [shared, setShared] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      others.flatMap(({ key, initial }) => (typeof initial === 'string' ? [[key, initial]] : [])),
    ),
  )
  const [sent, setSent] = useState<{ done: number; of: number }>()
  const [fault, setFault] = useState<string>()
  const send = async (files: File[]) => {
    const pictures = files.filter(({ type }) => UPLOADS.image.types.includes(type))
    setFault(undefined)
    if (pictures.length === 0) return setFault('There is no picture among these files.')
    if (pictures.length > BATCH.rows) {
      return setFault(`${pictures.length} photos are too many: one batch takes ${BATCH.rows}.`)
    }
    try {
      const rows: UserInputs[] = []
      for (const [done, file] of pictures.entries()) {
        setSent({ done, of: pictures.length })
        const { url, id } = await upload(file).catch((error: unknown) => {
          throw new Error(`${file.name}: ${readReason(error, 'it could not be sent')}`)
        })
        rows.push({ ...given(shared), [photo?.key ?? '']: { url, id } })
      }
      onRows(rows)
    } catch (error) {
      setFault(readReason(error, 'The photos could not be sent. Please try again.'))
    } finally {
      setSent(undefined)
    }
  }
  return (
    <section aria-label="Photos" className="flex flex-col gap-4">
      {others.map((step) => {
        const control = {
          label: step.title,
          hint: 'The same for all photos',
          value: shared[step.key] ?? '',
          onChange: (event: { target: { value: string } }) =>
            setShared({ ...shared, [step.key]: event.target.value }),
        }
        return step.options.length > 0 ? (
          <Select key={step.key} {...control} options={step.options} placeholder="Choose one" />
        ) : (
          <Input key={step.key} {...control} />
        )
      })}
      {sent ? (
        <div>
          <p className="mb-2 text-sm text-muted">
            Sending photo {sent.done + 1} of {sent.of}
          </p>
          <Progress label="Sending photos" value={(sent.done / sent.of) * 100} />
        </div>
      ) : (
        <DropZone
          multiple
          label="Drop photos, or choose them"
          hint={`Each is a row, at most ${BATCH.rows}`}
          accept={UPLOADS.image.types}
          invalid={fault !== undefined}
          onFiles={(files) => void send(files)}
        />
      )}
      {fault && <Alert tone="danger">{fault}</Alert>}
    </section>
  )
}

async function upload(chosen: File) {
  const ready = await prepareImage(chosen, null)
  return uploadFile(
    {
      kind: 'image',
      file: ready.file,
      idempotencyKey: createUuid(),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    },
    sendFile,
    waitFor,
  )
}

function given(shared: Record<string, string>): UserInputs {
  return Object.fromEntries(Object.entries(shared).filter(([, text]) => text.trim() !== ''))
}

/** The only picture that the recipe asks for, if any size of it will do. */
export function photoStep(steps: readonly WizardStep[]): WizardStep | undefined {
  const [photo, ...more] = steps.filter(({ step_type }) => step_type === 'image_input')
  return photo && more.length === 0 && photo.imageSize === null ? photo : undefined
}
