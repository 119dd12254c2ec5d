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
  const { media, further_files: further, inputs } = view.creation
  const files = [media, ...further].filter((file) => file !== null)
  return (
    <div className="flex flex-col gap-4 sm:flex-row">
      {files.length > 0 && (
        <div className="flex w-full shrink-0 flex-col gap-3 sm:w-48">
          {files.map(({ id, kind, url }, at) => {
            const name =
              files.length > 1 ? `The buyer’s creation, file ${at + 1}` : 'The buyer’s creation'
            return (
              <div key={id} className="overflow-hidden rounded-md">
                {kind === 'video' ? (
                  <Video url={url} label={name} controls className="w-full" />
                ) : (
                  <Picture url={url} alt={name} sizes="12rem" />
                )}
              </div>
            )
          })}
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

/** A text, a number, a file or several, as the contract allows. */
function InputValue({ value }: { value: unknown }) {
  if (Array.isArray(value)) {
    return value.map((one: unknown, at) => (
      <span key={at} className="mr-4">
        <InputValue value={one} />
      </span>
    ))
  }
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
