import { useId, useState } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Upload } from '../../../ui/icons.tsx'

/** A native file input under a large drop target. */
export function DropZone({
  label,
  hint,
  accept,
  onFiles,
  compact = false,
  invalid = false,
}: {
  label: string
  hint: string
  accept: readonly string[]
  onFiles: (files: File[]) => void
  compact?: boolean
  invalid?: boolean
}) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  return (
    <div className="relative">
      <input
        id={id}
        type="file"
        accept={accept.join(',')}
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
          'flex cursor-pointer flex-col items-center justify-center gap-1.5 rounded-lg border border-dashed text-center transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent hover:border-ink hover:bg-sunken',
          compact ? 'px-4 py-4' : 'px-6 py-12',
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
