import type { FrontPoster } from '@vignette/contract/front-page.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Picture } from '../../ui/media.tsx'

const LivePoster = lazyPart(async () => (await import('./poster/live-poster.tsx')).LivePoster)

/**
 * A plain form that leads to the remix with its words. The code that draws while the visitor types is
 * loaded when the pointer or focus comes near.
 */
export function PosterForm({ poster, children }: { poster: FrontPoster; children: ReactNode }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const note = useRef<HTMLParagraphElement>(null)
  const [near, setNear] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const come = () => setNear(true)
  // A quick visitor may have typed before this code ran.
  useEffect(() => {
    const field = form.current?.querySelector('input')
    if (field && (field.value || field === document.activeElement)) setNear(true)
  }, [])
  const { choices, field, price, proof } = poster
  return (
    <section className="shell grid gap-x-16 gap-y-6 pt-8 sm:pt-16 lg:grid-cols-[1fr_auto] lg:pt-20">
      <div className="self-end">
        <h1 className="text-4xl">
          <label htmlFor={id}>{field.title}</label>
        </h1>
        {children}
      </div>
      <figure className="relative row-span-2 aspect-2/3 w-full max-w-44 justify-self-center overflow-hidden rounded-xs bg-sunken shadow-high sm:max-w-60 lg:w-[min(25rem,52vh)] lg:max-w-none">
        {poster.sample && (
          <Picture
            media={poster.sample}
            alt={`A poster made with ${poster.name}`}
            priority
            sizes="(min-width: 1024px) 25rem, 15rem"
          />
        )}
        {near && <LivePoster poster={poster} form={form} note={note} failed={null} />}
      </figure>
      <form
        ref={form}
        action={`/workflows/${poster.workflow_id}/remix`}
        onFocus={come}
        onInput={come}
        onPointerEnter={come}
        noValidate
        onSubmit={(event) => {
          const given = event.currentTarget.querySelector('input')
          if (!given || given.value.trim() !== '') return
          event.preventDefault()
          setMissing(true)
          given.focus()
        }}
        className="max-w-xl"
      >
        <input
          id={id}
          name={`input.${field.key}`}
          required
          aria-invalid={isMissing || undefined}
          onInput={() => setMissing(false)}
          autoComplete="off"
          enterKeyHint="go"
          placeholder="The name of your town"
          aria-describedby={`${id}-note`}
          className="h-14 w-full rounded-lg border border-line-strong bg-surface px-4 text-lg placeholder:text-muted hover:border-ink/60 aria-invalid:border-danger"
        />
        <p ref={note} id={`${id}-note`} className="mt-1.5 min-h-6 text-sm text-muted">
          {isMissing && (
            <span role="alert" className="text-danger">
              This field is required
            </span>
          )}
        </p>
        <div className="mt-1.5 grid grid-cols-2 gap-3">
          {choices.map(({ key, title, value, options }) => (
            <label key={key} className="min-w-0 text-sm text-muted">
              {title}
              <select
                name={`input.${key}`}
                defaultValue={value}
                className="mt-1 block h-11 w-full truncate rounded-md border border-line-strong bg-surface px-2 text-base text-ink hover:border-ink/60"
              >
                {options.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
        <input type="hidden" name="drawing" value={poster.drawing} />
        <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button type="submit" size="lg">
            Make this poster{price > 0 ? ` · ${formatCents(price)}` : ''}
          </Button>
          <p className="max-w-60 text-sm text-muted">{termsOf(price, proof)}</p>
        </div>
      </form>
    </section>
  )
}

function termsOf(price: number, proof: boolean): string {
  if (price === 0) return 'Free, and no account needed.'
  return proof
    ? 'You see a proof first, and pay only if you keep it.'
    : 'Your card is charged only once the poster is delivered.'
}
