import type { MediaView } from '@vignette/contract/entities.ts'
import { findSizeFault } from '@vignette/contract/image-size.ts'
import { IMAGE_UPLOADER, MEGABYTE, UPLOADS } from '@vignette/contract/upload-limits.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Exported } from '../image-editor/draw-edit.ts'
import { fileOfInline, readDataUrl } from '../ports/upload-inline-image.ts'
import { findImageFault, findSelectionFault } from '../upload/image-rules.ts'
import { prepareImage, rename } from '../upload/prepare-image.ts'
import { bytesOfUrl } from '../upload/read-image.ts'
import { type FileValue, isFileValue, type StepValue } from '../wizard/step.ts'
import { DropZone } from './drop-zone.tsx'
import { FileLine } from './file-line.tsx'
import { FileTurns } from './file-turns.tsx'
import type { Offer } from './picture-offers.tsx'
import { StepFault } from './step-fault.tsx'
import type { StepProps } from './step-props.ts'
import { UploadProgressBar } from './upload-progress.tsx'

const ImageEditor = lazyPart(
  async () => (await import('../image-editor/image-editor.tsx')).ImageEditor,
)

const PictureOffers = lazyPart(async () => (await import('./picture-offers.tsx')).PictureOffers)

interface Editing {
  source: Blob
  name: string
  /** The step's value before editing, for Cancel. */
  before: StepValue
}

/** A picture: checked, scaled to the recipe's size, uploaded, and optionally edited. */
export function ImageStep(props: StepProps) {
  const [editing, setEditing] = useState<Editing | null>(null)
  const { state, onEditing } = props
  const { value } = state
  const isEditing = editing !== null
  useEffect(() => {
    onEditing?.(isEditing)
    return () => onEditing?.(false)
  }, [isEditing, onEditing])
  return (
    <FileTurns
      progress={props.uploads.progress[props.index]}
      value={isFileValue(value) ? value : null}
      isEditing={isEditing}
    >
      <ImageTurn {...props} editing={editing} setEditing={setEditing} />
    </FileTurns>
  )
}

function ImageTurn({
  step,
  state,
  index,
  dispatch,
  uploads,
  editing,
  setEditing,
}: StepProps & { editing: Editing | null; setEditing: (editing: Editing | null) => void }) {
  const id = useId()
  const [warning, setWarning] = useState<string | null>(null)
  const [isPreparing, setIsPreparing] = useState(false)
  const progress = uploads.progress[index]
  const value = isFileValue(state.value) ? state.value : null
  const edited = useRef<FileValue>(null)

  const fail = (error: unknown) =>
    dispatch({
      type: 'uploadFailed',
      index,
      error: error instanceof Error ? error.message : 'Failed to load image',
    })

  const choose = async (files: File[]) => {
    setWarning(null)
    const [file] = files
    const fault = findSelectionFault(files, 1)
    if (fault || !file) return fail(new Error(fault ?? 'Please select valid image files'))
    await prepare(file)
  }

  const prepare = async (file: File, isCreation = false) => {
    setIsPreparing(true)
    try {
      const prepared = await prepareImage(file, step.imageSize, isCreation)
      if (prepared.kind === 'crop') {
        setEditing({ source: prepared.file, name: file.name, before: value })
        return
      }
      setWarning(prepared.warning)
      const { thumbnail } = prepared
      uploads.start({ index, kind: 'image', files: [{ file: prepared.file, thumbnail }] })
    } catch (error) {
      fail(error)
    } finally {
      setIsPreparing(false)
    }
  }

  /** A creation is given as it is on the server; only to be cut to a size it comes here. */
  const takeOffer = async ({ url, name, media }: Offer) => {
    setWarning(null)
    const fault =
      media &&
      !step.imageSize &&
      findSizeFault({ width: media.width ?? 0, height: media.height ?? 0 })
    if (fault) return fail(new Error(fault))
    if (media && !step.imageSize) {
      dispatch({ type: 'chosen', index, value: fileOfCreation(media, name) })
      return
    }
    setIsPreparing(true)
    try {
      const picture = await loadPicture(url)
      const extension = url.split('?')[0]?.split('.').at(-1) ?? 'png'
      await prepare(
        new File([picture], `${name}.${extension}`, { type: picture.type }),
        media !== undefined,
      )
    } catch {
      fail(new Error(`“${name}” could not be loaded. Please try again.`))
    } finally {
      setIsPreparing(false)
    }
  }

  const edit = async (file: FileValue) => {
    track('image_editor_opened')
    try {
      setEditing({ source: await loadPicture(file.url), name: file.fileName, before: file })
    } catch {
      fail(new Error('Failed to load image'))
    }
  }

  /**
   * Applies the rules of a chosen file, because a picture that breaks the rules would fail to
   * upload.
   */
  const take = (picture: Exported, name: string): string | null => {
    const next = inlineImage(picture.url, name, value)
    const fault =
      findImageFault({ type: next.contentType, size: next.fileSize }) ??
      (step.imageSize ? null : findSizeFault(picture))
    if (fault) return fault
    edited.current = next
    dispatch({ type: 'chosen', index, value: next })
    return null
  }

  /** Uploaded at once, so that a reload finds the edit; until then this page alone has it. */
  const keep = (picture: FileValue) =>
    uploads.start({
      index,
      kind: 'image',
      files: [{ file: fileOfInline(picture), thumbnail: null }],
    })

  if (editing) {
    return (
      <ImageEditor
        waiting={<Skeleton className="h-[30rem] w-full" />}
        source={editing.source}
        fixed={step.imageSize}
        onExport={(picture) => take(picture, editing.name)}
        onDone={() => {
          track('image_edited')
          setEditing(null)
          if (edited.current) keep(edited.current)
        }}
        onCancel={() => {
          if (editing.before) dispatch({ type: 'chosen', index, value: editing.before })
          else dispatch({ type: 'cleared', index })
          setEditing(null)
        }}
      />
    )
  }
  if (progress) {
    return <UploadProgressBar progress={progress} onCancel={() => uploads.cancel(index)} />
  }
  const size = step.imageSize
  const isLocal = value?.url.startsWith('data:') === true
  const fault = <StepFault id={id} error={state.error} />
  return (
    <div className="flex flex-col gap-3">
      {value && (
        <div className="overflow-hidden rounded-lg border border-line bg-sunken">
          <img
            src={value.url}
            alt={`Your picture for ${step.title}`}
            className="h-[clamp(12rem,calc(40dvh-8rem),30rem)] w-full object-scale-down"
          />
          <FileLine file={value}>
            <Button data-turn-focus kind="secondary" size="sm" onClick={() => void edit(value)}>
              Edit image
            </Button>
            <Button kind="ghost" size="sm" onClick={() => dispatch({ type: 'cleared', index })}>
              Remove
            </Button>
          </FileLine>
        </div>
      )}
      {isLocal && fault}
      {isLocal && (
        <Alert
          tone="warn"
          action={
            <Button kind="secondary" size="sm" onClick={() => value && keep(value)}>
              Try again
            </Button>
          }
        >
          Your edited picture is on this page alone: a reload would lose the edit. It is uploaded
          again when you complete.
        </Alert>
      )}
      {warning && <Alert tone="warn">{warning}</Alert>}
      <DropZone
        label={
          isPreparing
            ? 'Reading the picture...'
            : value
              ? 'Choose another picture'
              : 'Drop, paste or choose a picture'
        }
        hint={`JPEG, PNG or WebP, up to ${UPLOADS.image.maxBytes / MEGABYTE} MB${size ? `, cropped and scaled to ${size.width} × ${size.height}` : ''}`}
        accept={IMAGE_UPLOADER.types}
        compact={value !== null}
        invalid={state.error !== null && !isLocal}
        onFiles={(files) => void choose(files)}
      />
      {!isLocal && fault}
      {!value && <PictureOffers failed={null} onTake={(offer) => void takeOffer(offer)} />}
    </div>
  )
}

function fileOfCreation(media: MediaView, name: string): FileValue {
  return {
    url: media.url,
    id: media.id,
    fileName: name,
    fileSize: media.bytes,
    contentType: media.content_type,
    thumbnail: media.preview_url,
  }
}

function inlineImage(url: string, name: string, before: FileValue | null): FileValue {
  const madeOf = before?.url.startsWith('data:') ? before.madeOf : before?.url
  const isJpeg = url.startsWith('data:image/jpeg')
  return {
    url,
    id: null,
    fileName: rename(name, isJpeg ? 'jpg' : 'png'),
    fileSize: bytesOfUrl(url),
    contentType: isJpeg ? 'image/jpeg' : 'image/png',
    thumbnail: null,
    ...(madeOf && { madeOf }),
  }
}

async function loadPicture(url: string): Promise<Blob> {
  if (url.startsWith('data:')) return readDataUrl(url)
  const response = await fetch(url, { credentials: 'include' })
  if (!response.ok) throw new Error('Failed to load image')
  return response.blob()
}
