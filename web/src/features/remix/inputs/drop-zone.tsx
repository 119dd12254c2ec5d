import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Upload } from '../../../ui/icons.tsx'

/** A native file input under a large target, which takes what is dropped or pasted, too. */
export function DropZone({
  label,
  hint,
  accept,
  onFiles,
  multiple = false,
  compact = false,
  invalid = false,
}: {
  label: string
  hint: string
  accept: readonly string[]
  onFiles: (files: File[]) => void
  multiple?: boolean
  compact?: boolean
  invalid?: boolean
}) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const hearPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    const focused = document.activeElement?.closest('[data-drop-zone]') ?? null
    // Of several on a page the focused one takes the file, else the first.
    const isMine = focused === place.current || (focused === null && !event.defaultPrevented)
    if (files.length === 0 || !isMine) return
    event.preventDefault()
    onFiles(files)
  })
  useEffect(() => {
    const hear = (event: ClipboardEvent) => hearPaste(event)
    addEventListener('paste', hear)
    return () => removeEventListener('paste', hear)
  }, [])
  return (
    <div ref={place} data-drop-zone className="relative">
      <input
        id={id}
        type="file"
        accept={accept.join(',')}
        multiple={multiple}
        aria-describedby={`${id}-hint`}
        className="peer absolute size-px opacity-0"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Reset, so that the same file can be chosen again after a failure.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          onFiles([...event.dataTransfer.files])
        }}
        className={cx(
          'flex cursor-pointer flex-wrap items-center justify-center gap-x-3 gap-y-1.5 rounded-lg border border-dashed text-center transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent hover:border-ink hover:bg-sunken',
          compact ? 'px-4 py-3' : 'flex-col px-6 py-6 sm:py-12',
          isOver
            ? 'border-accent bg-accent-wash'
            : invalid
              ? 'border-danger bg-surface'
              : 'border-line-strong bg-surface',
        )}
      >
        <Icon of={Upload} size={compact ? 18 : 24} className="text-muted" />
        <span className="font-medium">{label}</span>
        <span id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </span>
      </label>
    </div>
  )
}
