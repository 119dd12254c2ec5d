import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { track } from '../../lib/analytics.ts'
import { configQuery } from '../../lib/config.ts'
import { useShop } from '../../lib/shop.ts'
import { AiMade } from '../../ui/ai-made.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Picture } from '../../ui/media.tsx'
import { frontPageQuery } from './api.ts'
import * as copy from './copy.ts'

/** A heading in the left column and the content in the right, the same for the whole page. */
export function Section({
  label,
  word,
  title,
  lead,
  shot,
  children,
}: {
  label: string
  /** What the section is, in small above its title. */
  word?: string
  title: string
  lead?: ReactNode
  /** Which of the pictures stands beside the title. */
  shot: number
  children: ReactNode
}) {
  return (
    <section aria-label={label} className="shell mt-20 sm:mt-28">
      <div className="grid gap-10 border-t border-line pt-8 lg:grid-cols-12">
        <div className="lg:col-span-4">
          {/* On a phone the picture stands beside the title, so that it takes no height. */}
          <div className="grid grid-cols-[1fr_auto] gap-x-5 lg:sticky lg:top-28 lg:block">
            <div>
              {word && <Word of={word} />}
              <h2 className="max-w-[18ch] text-3xl">{title}</h2>
              {lead && <div className="mt-5 max-w-sm text-muted">{lead}</div>}
            </div>
            <Shot
              of={shot}
              className="size-28 lg:mt-8 lg:aspect-4/3 lg:h-auto lg:w-full lg:max-w-xs"
              sizes="(min-width: 1024px) 20rem, 7rem"
            />
          </div>
        </div>
        <div className="lg:col-span-8">{children}</div>
      </div>
    </section>
  )
}

/** One of the page's pictures, cut to its place; nothing on a server that has none yet. */
function Shot({ of, className, sizes }: { of: number; className: string; sizes: string }) {
  const { data } = useQuery(frontPageQuery)
  const pieces = data?.pieces.filter(({ media }) => media.preview_url) ?? []
  const piece = pieces[of % pieces.length]
  if (!piece) return null
  return (
    <div className={cx('relative shrink-0 overflow-hidden rounded-md bg-sunken', className)}>
      <Picture
        media={piece.media}
        alt={`Made with ${piece.workflow_name}`}
        sizes={sizes}
        // Posters have their words at the bottom, which a cut through the middle would halve.
        className="object-[50%_15%]"
      />
      <AiMade />
    </div>
  )
}

function Word({ of }: { of: string }) {
  return <p className="mb-2 text-sm font-medium text-accent">{of}</p>
}

export function Audiences() {
  const { mode } = useShop()
  const audiences = copy.audiences.filter(({ to }) => mode !== 'single' || to !== 'creators')
  return (
    <section aria-label="Who it is for" className="shell mt-24 sm:mt-32">
      <div className="grid gap-8 border-t border-line pt-8 sm:grid-cols-3 lg:gap-14">
        {audiences.map((entry, at) => (
          <div key={entry.title} className="grid grid-cols-[auto_1fr] gap-x-5 sm:block">
            <Shot
              of={at + 4}
              className="size-24 sm:mb-4 sm:aspect-3/2 sm:h-auto sm:w-full"
              sizes="(min-width: 640px) 33vw, 6rem"
            />
            <div>
              <h2 className="text-lg font-semibold">{entry.title}</h2>
              <p className="mt-1.5 text-muted">{entry.text}</p>
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}

/** The steps stand side by side where there is room, so that a reader sees all of them at once. */
function Steps({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <ol className={cx('grid gap-6 sm:grid-cols-2', steps.length === 3 && 'lg:grid-cols-3')}>
      {steps.map((step, index) => (
        <li key={step.title} className="grid grid-cols-[1.75rem_1fr] content-start gap-x-3">
          <span aria-hidden className="text-xl text-accent tabular-nums">
            {index + 1}
          </span>
          <h3 className="text-xl">{step.title}</h3>
          <p className="col-start-2 mt-1 max-w-sm text-muted">{step.text}</p>
        </li>
      ))}
    </ol>
  )
}

export function FanSteps() {
  return (
    <Section label="How it works for fans" title="Yours in three steps." shot={0}>
      <Steps steps={copy.fanSteps} />
    </Section>
  )
}

export function CreatorSteps({ onCreator }: { onCreator: () => void }) {
  const { data } = useQuery(configQuery)
  return (
    <Section
      label="How it works for creators"
      title="Your recipe for sale, in four."
      shot={2}
      lead={
        <Button kind="secondary" onClick={onCreator}>
          Become a Creator
        </Button>
      }
    >
      <Steps steps={copy.creatorSteps(copy.lowestPrice(data))} />
    </Section>
  )
}

export function Reasons() {
  return (
    <section aria-label="Why" className="mt-24 bg-sunken py-16 sm:mt-32 sm:py-24">
      <div className="shell mb-2">
        <Word of="Why" />
      </div>
      <div className="shell grid gap-12 lg:grid-cols-2 lg:gap-16">
        {copy.reasons.map((reason, at) => (
          <div key={reason.title}>
            <Shot
              of={at + 9}
              className="mb-5 aspect-5/2 max-w-md"
              sizes="(min-width: 640px) 28rem, 100vw"
            />
            <h2 className="text-3xl">{reason.title}</h2>
            <p className="mt-4 max-w-md text-lg text-muted">{reason.text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}

export function Features() {
  return (
    <Section label="Features" word="Features" title="Everything a small shop needs." shot={3}>
      <ul className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {copy.features.map((feature) => (
          <li key={feature.title}>
            <h3 className="font-semibold">{feature.title}</h3>
            <p className="mt-1 text-muted">{feature.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function People() {
  return (
    <Section label="Audiences" title="For people who make things." shot={8}>
      <ul className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {copy.people.map((person) => (
          <li key={person.title}>
            <h3 className="font-semibold">{person.title}</h3>
            <p className="mt-1 text-muted">{person.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function FinalCall({ onCreator }: { onCreator?: () => void }) {
  return (
    <section aria-label="Begin" className="shell mt-28 sm:mt-40">
      <div className="grid grid-cols-3 gap-3 sm:gap-4">
        {[7, 1, 10].map((of) => (
          <Shot key={of} of={of} className="aspect-3/2" sizes="33vw" />
        ))}
      </div>
      <h2 className="mt-8 max-w-[16ch] text-4xl">Make the one you have in mind.</h2>
      <div className="mt-8 flex flex-wrap gap-3">
        <LinkButton
          size="lg"
          to="/workflows"
          onClick={() => track('landing_cta_clicked', { cta: 'final' })}
        >
          Discover recipes
        </LinkButton>
        {onCreator && (
          <Button size="lg" kind="secondary" onClick={onCreator}>
            Become a Creator
          </Button>
        )}
      </div>
    </section>
  )
}
