import { tooManyFiles } from '@vignette/contract/input-values.ts'
import { MEGABYTE, UPLOADS } from '@vignette/contract/upload-limits.ts'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { findFileFault } from '../wizard/rules.ts'
import { fileKindOf, isFileValue } from '../wizard/step.ts'
import { DropZone } from './drop-zone.tsx'
import { FileLine } from './file-line.tsx'
import { FileTurns } from './file-turns.tsx'
import { StepFault } from './step-fault.tsx'
import type { StepProps } from './step-props.ts'
import { UploadProgressBar } from './upload-progress.tsx'

const WORDS = {
  video: { label: 'Choose a video', formats: 'MP4, WebM or MOV' },
  audio: { label: 'Choose a sound file', formats: 'MP3, WAV, OGG or M4A' },
}

/** Films and sounds: checked, uploaded and played back. */
export function MediaStep(props: StepProps) {
  const { value } = props.state
  return (
    <FileTurns
      progress={props.uploads.progress[props.index]}
      value={isFileValue(value) ? value : null}
    >
      <MediaTurn {...props} />
    </FileTurns>
  )
}

function MediaTurn({ step, state, index, dispatch, uploads }: StepProps) {
  const id = useId()
  const kind = fileKindOf(step.step_type) === 'audio' ? 'audio' : 'video'
  const progress = uploads.progress[index]
  const file = isFileValue(state.value) ? state.value : null
  const choose = ([chosen, ...more]: File[]) => {
    if (!chosen) return
    const fault = more.length > 0 ? tooManyFiles(1) : findFileFault(kind, chosen)
    if (fault) dispatch({ type: 'uploadFailed', index, error: fault })
    else uploads.start({ index, kind, files: [{ file: chosen, thumbnail: null }] })
  }
  if (progress) {
    return <UploadProgressBar progress={progress} onCancel={() => uploads.cancel(index)} />
  }
  return (
    <div className="flex flex-col gap-3">
      {file && (
        <div className="overflow-hidden rounded-lg border border-line bg-surface">
          {kind === 'video' ? (
            <video
              src={file.url}
              controls
              playsInline
              preload="metadata"
              aria-label={`Your video ${file.fileName}`}
              className="max-h-[400px] w-full bg-black"
            >
              <track kind="captions" />
            </video>
          ) : (
            <div className="p-4">
              <audio
                src={file.url}
                controls
                preload="metadata"
                aria-label={`Your sound file ${file.fileName}`}
                className="w-full"
              >
                <track kind="captions" />
              </audio>
            </div>
          )}
          <FileLine file={file}>
            <Button kind="ghost" size="sm" onClick={() => dispatch({ type: 'cleared', index })}>
              Remove
            </Button>
          </FileLine>
        </div>
      )}
      <DropZone
        label={file ? 'Choose another file' : WORDS[kind].label}
        hint={`${WORDS[kind].formats}, up to ${UPLOADS[kind].maxBytes / MEGABYTE} MB`}
        accept={[...UPLOADS[kind].types, ...(UPLOADS[kind].aliases ?? [])]}
        compact={file !== null}
        invalid={state.error !== null}
        onFiles={choose}
      />
      <StepFault id={id} error={state.error} />
    </div>
  )
}
