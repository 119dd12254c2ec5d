import type { CaseView } from '@vignette/contract/cases.ts'
import { Picture, Video } from '../../../../ui/media.tsx'

/** The creation and its inputs, where the buyer lets them be seen. */
export function SharedCreation({ view }: { view: CaseView }) {
  if (!view.waits_for) return null
  if (!view.creation) {
    return (
      <p className="text-sm text-muted">
        {view.shared
          ? 'The buyer shared the creation, and has deleted it since.'
          : 'The buyer does not share the creation and its inputs.'}
      </p>
    )
  }
  const { media, inputs } = view.creation
  return (
    <div className="flex flex-col gap-4 sm:flex-row">
      {media && (
        <div className="w-full shrink-0 overflow-hidden rounded-md sm:w-48">
          {media.kind === 'video' ? (
            <Video url={media.url} label="The buyer’s creation" controls className="w-full" />
          ) : (
            <Picture url={media.url} alt="The buyer’s creation" sizes="12rem" />
          )}
        </div>
      )}
      {inputs.length > 0 && (
        <dl className="min-w-0 text-sm">
          {inputs.map(({ key, label, value }) => (
            <div key={key} className="py-1">
              <dt className="break-words text-muted">{label}</dt>
              <dd className="break-words whitespace-pre-wrap">
                <InputValue value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

/** A text, a number or a file, as the contract allows. */
function InputValue({ value }: { value: unknown }) {
  if (typeof value !== 'object' || value === null) return String(value)
  if (!('url' in value) || typeof value.url !== 'string') return null
  return (
    <a
      href={value.url}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-11 items-center underline underline-offset-4"
    >
      Open the file
    </a>
  )
}
