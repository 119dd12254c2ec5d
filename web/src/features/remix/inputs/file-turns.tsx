import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FileValue } from '../wizard/step.ts'
import { isFocusLost } from './is-focus-lost.ts'
import type { UploadProgress } from './use-uploads.ts'

/**
 * Wraps a step whose states replace the used control: announces the new state, and moves a lost
 * focus to the state's main element (`data-turn-focus`, else the file input).
 */
export function FileTurns({
  progress,
  value,
  isEditing = false,
  children,
}: {
  progress: UploadProgress | undefined
  value: FileValue | null
  isEditing?: boolean
  children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  const turn = progress ? 'uploading' : isEditing ? 'editing' : (value?.url ?? '')
  const [first] = useState(turn)
  const last = useRef(turn)
  useEffect(() => {
    if (last.current === turn) return
    last.current = turn
    if (!isFocusLost()) return
    place.current?.querySelector<HTMLElement>('[data-turn-focus], input[type=file]')?.focus()
  }, [turn])
  return (
    <div ref={place}>
      <p role="status" className="sr-only">
        {turn === first || isEditing ? '' : describeTurn(progress, value)}
      </p>
      {children}
    </div>
  )
}

function describeTurn(progress: UploadProgress | undefined, value: FileValue | null): string {
  if (progress) return `Uploading ${progress.fileName}`
  if (!value) return ''
  return `${value.fileName} ${value.url.startsWith('data:') ? 'edited, not uploaded' : 'uploaded'}`
}
