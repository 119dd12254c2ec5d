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
            className="size-14 overflow-hidden rounded-md bg-sunken"
          >
            <Picture url={part.url} alt={name} className="size-14 object-cover" />
          </span>
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
