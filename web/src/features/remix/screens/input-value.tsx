import { useState } from 'react'
import { Picture } from '../../../ui/media.tsx'
import { summarizeInput } from '../wizard/summarize.ts'

/** An input in a list: thumbnails, shortened text, +N more. */
export function InputValue({ value, name }: { value: unknown; name: string }) {
  const parts = summarizeInput(value)
  if (parts.length === 0) return <span className="text-muted">Not given</span>
  return (
    <span className="flex flex-wrap items-center gap-2">
      {parts.map((part, i) =>
        part.kind === 'image' ? (
          <span
            key={`${i}-${part.url.slice(-40)}`}
            className="h-14 max-w-full overflow-hidden rounded-md bg-sunken"
          >
            <Picture url={part.url} alt={name} fit="contain" className="h-14 w-auto min-w-8" />
          </span>
        ) : part.kind === 'text' && part.whole ? (
          <CutText key={`${i}-${part.text}`} cut={part.text} whole={part.whole} />
        ) : (
          <span
            key={`${i}-${part.text}`}
            className={part.kind === 'more' ? 'text-sm text-muted' : 'min-w-0 break-words'}
          >
            {part.text}
          </span>
        ),
      )}
    </span>
  )
}

/** The beginning of a long text; a tap shows all of it, and another the beginning again. */
function CutText({ cut, whole }: { cut: string; whole: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <span className="min-w-0 break-words whitespace-pre-line">
      {isOpen ? whole : cut}{' '}
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="-my-3 inline-flex min-h-11 items-center text-sm text-muted underline decoration-line-strong underline-offset-4 hover:text-ink hover:decoration-current"
      >
        {isOpen ? 'Show less' : 'Show all'}
      </button>
    </span>
  )
}
