import type { UploadKind } from '@vignette/contract/upload-limits.ts'
import { useEffect, useRef, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { createUuid } from '../../../lib/browser.ts'
import { sendFile } from '../upload/send-file.ts'
import { uploadFile, waitFor } from '../upload/upload-file.ts'
import type { WizardAction } from '../wizard/reducer.ts'

export interface UploadProgress {
  fileName: string
  percent: number
}

export interface Uploads {
  progress: Record<number, UploadProgress>
  start(upload: { index: number; kind: UploadKind; file: File; thumbnail: string | null }): void
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
    start: ({ index, kind, file, thumbnail }) => {
      running.current.get(index)?.abort()
      const controller = new AbortController()
      running.current.set(index, controller)
      const isCurrent = () => running.current.get(index) === controller
      const show = (percent: number) => {
        if (isCurrent())
          setProgress((old) => ({ ...old, [index]: { fileName: file.name, percent } }))
      }
      show(0)
      dispatch({ type: 'uploadStarted', index })
      track('upload_started', { kind, bytes: file.size })
      uploadFile(
        {
          kind,
          file,
          idempotencyKey: createUuid(),
          signal: controller.signal,
          onProgress: show,
        },
        sendFile,
        waitFor,
      )
        .then(
          (answer) => {
            if (!isCurrent()) return
            track('upload_completed', { kind })
            const { url, id, bytes, content_type } = answer
            dispatch({
              type: 'chosen',
              index,
              value: {
                url,
                id,
                fileName: file.name,
                fileSize: bytes ?? file.size,
                contentType: content_type ?? file.type,
                thumbnail,
              },
            })
          },
          (error: unknown) => {
            if (!isCurrent()) return
            const message = error instanceof Error ? error.message : 'Upload failed'
            track('upload_failed', { kind, message: message.slice(0, 80) })
            dispatch({ type: 'uploadFailed', index, error: message })
          },
        )
        .finally(() => {
          if (!isCurrent()) return
          running.current.delete(index)
          setProgress((old) => {
            const { [index]: _, ...rest } = old
            return rest
          })
        })
    },
  }
}
