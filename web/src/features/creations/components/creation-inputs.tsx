import { Picture, Video } from '../../../ui/media.tsx'
import { type Ask, readInputs, type ShownInput, type ShownValue } from '../read-inputs.ts'

export function CreationInputs({
  raw,
  asks,
  leftOut = [],
}: {
  raw: unknown
  asks: readonly Ask[]
  /** The owner's words that the recipe's drawing does not show. */
  leftOut?: readonly string[] | undefined
}) {
  const inputs = readInputs(raw, asks)
  return (
    <section aria-labelledby="creation-inputs">
      <h2 id="creation-inputs" className="text-lg font-semibold">
        Creation Inputs
      </h2>
      {inputs.length === 0 ? (
        <p className="mt-2 text-sm text-muted">No inputs are shown for this creation.</p>
      ) : (
        <dl className="mt-3 divide-y divide-line border-y border-line">
          {inputs.map((input) => (
            <Row key={input.key} input={input} />
          ))}
        </dl>
      )}
      {leftOut.length > 0 && (
        <p className="mt-3 text-sm text-muted">
          This recipe cannot draw{' '}
          {new Intl.ListFormat('en', { type: 'disjunction' }).format(
            leftOut.map((word) => `“${word}”`),
          )}{' '}
          yet.
        </p>
      )}
    </section>
  )
}

function Row({ input }: { input: ShownInput }) {
  return (
    <div className="py-3">
      <dt className="text-sm text-muted">{input.label}</dt>
      <dd className="mt-1 flex flex-wrap gap-2">
        {input.values.map((value, i) => (
          <Value
            key={`${input.key}-${i}`}
            value={value}
            label={input.label}
            alone={input.values.length === 1}
          />
        ))}
      </dd>
    </div>
  )
}

function Value({ value, label, alone }: { value: ShownValue; label: string; alone: boolean }) {
  if (value.kind === 'text') {
    return <p className="w-full break-words whitespace-pre-wrap">{value.text}</p>
  }
  if (value.kind === 'audio') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: an uploaded sound has no captions to give.
      <audio controls src={value.url} aria-label={label} className="w-full" />
    )
  }
  if (value.kind === 'video') {
    return <Video url={value.url} label={label} controls className="max-h-48 rounded-md" />
  }
  return (
    <a
      href={value.url}
      target="_blank"
      rel="noopener"
      className={`block overflow-hidden rounded-md ${alone ? 'h-44 w-full' : 'size-28'}`}
    >
      <Picture url={value.url} alt={label} sizes={alone ? '23rem' : '7rem'} />
    </a>
  )
}
