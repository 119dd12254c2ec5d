import { tooManyFiles } from '@vignette/contract/input-values.ts'
import { IMAGE_UPLOADER, MEGABYTE, UPLOADS } from '@vignette/contract/upload-limits.ts'
import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { findSelectionFault } from '../upload/image-rules.ts'
import { prepareImage } from '../upload/prepare-image.ts'
import { findFileFault } from '../wizard/rules.ts'
import { fileKindOf, filesOf } from '../wizard/step.ts'
import { DropZone } from './drop-zone.tsx'
import { FileTurns } from './file-turns.tsx'
import { StepFault } from './step-fault.tsx'
import type { StepProps } from './step-props.ts'
import { UploadProgressBar } from './upload-progress.tsx'
import type { ChosenFile } from './use-uploads.ts'

/** Several pictures or films: checked, uploaded in their order, each of them taken away again. */
export function FilesStep(props: StepProps) {
  const { index, state, uploads } = props
  return (
    <FileTurns progress={uploads.progress[index]} value={filesOf(state.value).at(-1) ?? null}>
      <FilesTurn {...props} />
    </FileTurns>
  )
}

function FilesTurn({ step, state, index, dispatch, uploads }: StepProps) {
  const id = useId()
  const [isReading, setIsReading] = useState(false)
  const isImage = fileKindOf(step.step_type) === 'image'
  const [kind, things] = isImage ? (['image', 'pictures'] as const) : (['video', 'videos'] as const)
  const files = filesOf(state.value)
  const most = step.max_files ?? 1
  const progress = uploads.progress[index]

  const choose = async (chosen: File[]) => {
    setIsReading(true)
    try {
      const fault =
        chosen.length > most - files.length
          ? tooManyFiles(most)
          : isImage
            ? findSelectionFault(chosen, most)
            : chosen.map((file) => findFileFault(kind, file)).find(Boolean)
      if (fault) throw new Error(fault)
      const ready: ChosenFile[] = []
      for (const file of chosen)
        ready.push(isImage ? await prepare(file) : { file, thumbnail: null })
      uploads.start({ index, kind, files: ready, earlier: files })
    } catch (error) {
      const why = error instanceof Error ? error.message : 'Failed to load image'
      dispatch({ type: 'uploadFailed', index, error: why })
    } finally {
      setIsReading(false)
    }
  }

  if (progress) {
    return <UploadProgressBar progress={progress} onCancel={() => uploads.cancel(index)} />
  }
  return (
    <div className="flex flex-col gap-3">
      {files.length > 0 && (
        <ol className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {files.map((file, at) => (
            <li
              key={file.url}
              className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface"
            >
              {isImage ? (
                <img
                  src={file.thumbnail ?? file.url}
                  alt={`Picture ${at + 1} for ${step.title}`}
                  className="aspect-square w-full bg-sunken object-contain"
                />
              ) : (
                <video
                  src={file.url}
                  controls
                  playsInline
                  preload="metadata"
                  aria-label={`Video ${at + 1} for ${step.title}`}
                  className="aspect-square w-full bg-black object-contain"
                >
                  <track kind="captions" />
                </video>
              )}
              <div className="flex items-center justify-between gap-2 py-1 pr-1 pl-3">
                <p className="min-w-0 truncate text-sm text-muted">
                  {at + 1} · {file.fileName}
                </p>
                <Button
                  kind="ghost"
                  size="sm"
                  aria-label={`Remove ${file.fileName}`}
                  onClick={() => {
                    const value = files.filter((one) => one !== file)
                    dispatch(
                      value.length > 0
                        ? { type: 'chosen', index, value }
                        : { type: 'cleared', index },
                    )
                  }}
                >
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ol>
      )}
      {files.length < most ? (
        <DropZone
          multiple
          label={
            isReading
              ? `Reading the ${things}...`
              : files.length > 0
                ? `Add more ${things}`
                : `Drop, paste or choose ${things}`
          }
          hint={`${isImage ? 'JPEG, PNG or WebP' : 'MP4, WebM or MOV'}, up to ${UPLOADS[kind].maxBytes / MEGABYTE} MB each · ${files.length}\u00a0of\u00a0${most}`}
          accept={
            isImage
              ? IMAGE_UPLOADER.types
              : [...UPLOADS.video.types, ...(UPLOADS.video.aliases ?? [])]
          }
          compact={files.length > 0}
          invalid={state.error !== null}
          onFiles={(chosen) => void choose(chosen)}
        />
      ) : (
        <p className="text-sm text-muted">
          {most} of {most}. Remove one to choose another.
        </p>
      )}
      <StepFault id={id} error={state.error} />
    </div>
  )
}

async function prepare(file: File): Promise<ChosenFile> {
  const prepared = await prepareImage(file, null)
  return { file: prepared.file, thumbnail: prepared.kind === 'ready' ? prepared.thumbnail : null }
}
