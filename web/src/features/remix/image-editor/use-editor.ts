import { EDITOR } from '@vignette/contract/editor-limits.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { decodeImage } from '../upload/read-image.ts'
import { createDebounce } from './debounce.ts'
import { drawStage, type Exported, exportEdit } from './draw-edit.ts'
import { type Edit, placePicture, toPercentRect, UNTOUCHED, WHOLE } from './edit.ts'
import { centredCrop, type Size } from './geometry.ts'

export interface EditorOptions {
  source: Blob
  fixed: Size | null
  /** Returns why a picture cannot be used, or null. */
  onExport: (picture: Exported) => string | null
}

/** Holds the picture and its edits, draws them, and exports a PNG 500 ms after the last edit. */
export function useEditor({ source, fixed, onExport }: EditorOptions) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null)
  const [edit, setEdit] = useState<Edit>(UNTOUCHED)
  const [ratio, setRatio] = useState<number | null>(fixed ? fixed.width / fixed.height : null)
  const [error, setError] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const debounce = useMemo(() => createDebounce(EDITOR.exportDebounceMs), [])
  const give = useRef(onExport)
  give.current = onExport
  const touched = useRef(fixed !== null)

  useEffect(() => {
    let opened: ImageBitmap | undefined
    let left = false
    decodeImage(source).then(
      (image) => {
        opened = image
        if (left) return image.close()
        setBitmap(image)
        setEdit({ ...UNTOUCHED, crop: cropFor(image, UNTOUCHED, ratio) })
      },
      () => setError('Failed to load image'),
    )
    return () => {
      left = true
      opened?.close()
    }
    // The ratio matters only to the first crop; later choices bring their own.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [source])

  useEffect(() => {
    if (!bitmap || !canvas.current) return
    try {
      drawStage(canvas.current, bitmap, edit)
    } catch (failure) {
      setError(describe(failure))
    }
    if (!touched.current) return
    debounce.request(() => {
      try {
        setFault(give.current(exportEdit(bitmap, edit, fixed)))
      } catch (failure) {
        setError(describe(failure))
      }
    })
  }, [bitmap, edit, fixed, debounce])

  useEffect(() => () => debounce.cancel(), [debounce])

  const change = (part: Partial<Edit>) => {
    touched.current = true
    setEdit((old) => {
      const next = { ...old, ...part }
      // A rotation changes the stage's shape, so compute a crop with a fixed ratio again.
      if (bitmap && ratio && part.rotation !== undefined)
        return { ...next, crop: cropFor(bitmap, next, ratio) }
      return next
    })
  }

  return {
    canvas,
    edit,
    ratio,
    error,
    fault,
    isReady: bitmap !== null,
    change,
    chooseRatio: (next: number | null) => {
      touched.current = true
      setRatio(next)
      if (bitmap) setEdit((old) => ({ ...old, crop: cropFor(bitmap, old, next) }))
    },
    reset: () => {
      if (bitmap) setEdit({ ...UNTOUCHED, crop: cropFor(bitmap, UNTOUCHED, ratio) })
    },
    /**
     * Exports the pending edit, or the picture as it is; returns whether the picture was accepted.
     */
    finish: (): boolean => {
      if (!bitmap) return false
      debounce.cancel()
      try {
        const found = give.current(exportEdit(bitmap, edit, fixed))
        setFault(found)
        return found === null
      } catch (failure) {
        setError(describe(failure))
        return false
      }
    },
  }
}

function describe(failure: unknown): string {
  return failure instanceof Error ? failure.message : 'Failed to generate image'
}

function cropFor(bitmap: ImageBitmap, edit: Edit, ratio: number | null) {
  if (!ratio) return WHOLE
  const { stage } = placePicture(bitmap, edit)
  return toPercentRect(centredCrop(stage, ratio), stage)
}
