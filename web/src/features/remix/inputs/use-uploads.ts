import type { UploadKind } from '@vignette/contract/upload-limits.ts'
import { useEffect, useRef, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { createUuid } from '../../../lib/browser.ts'
import { rememberFace } from '../face-answers.ts'
import { sendFile } from '../upload/send-file.ts'
import { uploadFile, waitFor } from '../upload/upload-file.ts'
import type { WizardAction } from '../wizard/reducer.ts'
import type { FileValue } from '../wizard/step.ts'

export interface UploadProgress {
  fileName: string
  percent: number
}

export interface ChosenFile {
  file: File
  thumbnail: string | null
}

export interface Uploads {
  progress: Record<number, UploadProgress>
  /** With `earlier`, the value is a list: these files behind the earlier ones. */
  start(upload: {
    index: number
    kind: UploadKind
    files: ChosenFile[]
    earlier?: FileValue[]
  }): void
  cancel(index: number): void
}

/** Held above the steps, so that an upload continues while another step is shown. */
export function useUploads(dispatch: (action: WizardAction) => void): Uploads {
  const [progress, setProgress] = useState<Record<number, UploadProgress>>({})
  const running = useRef(new Map<number, AbortController>())

  useEffect(() => {
    const controllers = running.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  return {
    progress,
    cancel: (index) => running.current.get(index)?.abort(),
    start: ({ index, kind, files, earlier }) => {
      running.current.get(index)?.abort()
      const controller = new AbortController()
      running.current.set(index, controller)
      const isCurrent = () => running.current.get(index) === controller
      const sent: FileValue[] = []

      const sendOne = async ({ file, thumbnail }: ChosenFile, at: number) => {
        const fileName =
          files.length > 1 ? `${file.name} (${at + 1} of ${files.length})` : file.name
        const onProgress = (percent: number) => {
          if (isCurrent()) setProgress((old) => ({ ...old, [index]: { fileName, percent } }))
        }
        onProgress(0)
        track('upload_started', { kind, bytes: file.size })
        const { signal } = controller
        const idempotencyKey = createUuid()
        const upload = { kind, file, idempotencyKey, signal, onProgress }
        const answer = await uploadFile(upload, sendFile, waitFor)
        const { url, id, bytes, content_type, shows_face } = answer
        if (!isCurrent()) return
        track('upload_completed', { kind })
        if (shows_face) rememberFace(url)
        sent.push({
          url,
          id,
          fileName: file.name,
          fileSize: bytes ?? file.size,
          contentType: content_type ?? file.type,
          thumbnail,
        })
      }

      const keep = () => {
        const [value] = earlier ? [[...earlier, ...sent]] : sent
        if (sent.length > 0 && value) dispatch({ type: 'chosen', index, value })
      }

      const sendAll = async () => {
        try {
          for (const [at, chosen] of files.entries()) if (isCurrent()) await sendOne(chosen, at)
          if (isCurrent()) keep()
        } catch (error) {
          if (!isCurrent()) return
          const message = error instanceof Error ? error.message : 'Upload failed'
          track('upload_failed', { kind, message: message.slice(0, 80) })
          keep()
          dispatch({ type: 'uploadFailed', index, error: message })
        } finally {
          if (isCurrent()) {
            running.current.delete(index)
            setProgress((old) => {
              const { [index]: _, ...rest } = old
              return rest
            })
          }
        }
      }

      dispatch({ type: 'uploadStarted', index })
      void sendAll()
    },
  }
}
