import type { FrontPoster } from '@vignette/contract/front-page.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Picture } from '../../ui/media.tsx'

const LivePoster = lazyPart(async () => (await import('./poster/live-poster.tsx')).LivePoster)

/**
 * A plain form that leads to the remix with its words. What draws while one types is loaded when a
 * hand comes near.
 */
export function PosterForm({ poster, children }: { poster: FrontPoster; children: ReactNode }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const note = useRef<HTMLParagraphElement>(null)
  const [near, setNear] = useState(false)
  const come = () => setNear(true)
  // A quick hand has written before this code ran.
  useEffect(() => {
    const field = form.current?.querySelector('input')
    if (field && (field.value || field === document.activeElement)) setNear(true)
  }, [])
  const { choice, field, price, proof } = poster
  return (
    <section className="shell grid gap-x-16 gap-y-8 pt-10 sm:pt-16 lg:grid-cols-[1fr_auto] lg:pt-20">
      <div className="self-end">
        <h1 className="text-4xl">
          <label htmlFor={id}>Where did you grow up?</label>
        </h1>
        {children}
      </div>
      <figure className="relative row-span-2 aspect-2/3 w-full max-w-52 justify-self-center overflow-hidden rounded-xs bg-sunken shadow-high min-[400px]:max-w-60 lg:w-[min(25rem,52vh)] lg:max-w-none">
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
        onPointerEnter={come}
        className="max-w-xl"
      >
        <input
          id={id}
          name={`input.${field.key}`}
          required
          maxLength={field.max_length}
          autoComplete="off"
          enterKeyHint="go"
          placeholder="Whitby, a harbour with fishing boats"
          aria-describedby={`${id}-note`}
          className="h-14 w-full rounded-lg border border-line-strong bg-surface px-4 text-lg placeholder:text-muted hover:border-ink/60 aria-invalid:border-danger"
        />
        {choice && (
          <fieldset className="mt-3 flex flex-wrap gap-2">
            <legend className="sr-only">{choice.title}</legend>
            {choice.options.map((option) => (
              <label
                key={option.value}
                className="inline-flex h-11 items-center rounded-full border border-line px-4 text-sm text-muted hover:border-line-strong has-checked:border-ink has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
              >
                <input
                  type="radio"
                  name={`input.${choice.key}`}
                  value={option.value}
                  defaultChecked={option.value === choice.value}
                  className="sr-only"
                />
                {option.label}
              </label>
            ))}
          </fieldset>
        )}
        <p ref={note} id={`${id}-note`} className="mt-2 min-h-6 text-sm text-muted" />
        <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-3">
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
