import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { track } from '../../lib/analytics.ts'
import { configQuery } from '../../lib/config.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import * as copy from './copy.ts'

/** A heading in the left column and the content in the right, the same for the whole page. */
export function Section({
  label,
  word,
  title,
  lead,
  children,
}: {
  label: string
  /** What the section is, in small above its title. */
  word?: string
  title: string
  lead?: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-label={label} className="shell mt-20 sm:mt-28">
      <div className="grid gap-10 border-t border-line pt-8 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <div className="lg:sticky lg:top-28">
            {word && <Word of={word} />}
            <h2 className="max-w-[18ch] text-3xl">{title}</h2>
            {lead && <div className="mt-5 max-w-sm text-muted">{lead}</div>}
          </div>
        </div>
        <div className="lg:col-span-8">{children}</div>
      </div>
    </section>
  )
}

function Word({ of }: { of: string }) {
  return <p className="mb-2 text-sm font-medium text-accent">{of}</p>
}

export function Audiences() {
  return (
    <section aria-label="Who it is for" className="shell mt-24 sm:mt-32">
      <div className="grid gap-8 border-t border-line pt-8 sm:grid-cols-3 lg:gap-14">
        {copy.audiences.map((entry) => (
          <div key={entry.title}>
            <h2 className="text-lg font-semibold">{entry.title}</h2>
            <p className="mt-1.5 text-muted">{entry.text}</p>
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
    <Section label="How it works for fans" title="Yours in three steps.">
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
        {copy.reasons.map((reason) => (
          <div key={reason.title}>
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
    <Section label="Features" word="Features" title="Everything a small shop needs.">
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
    <Section label="Audiences" title="For people who make things.">
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

export function FinalCall({ onCreator }: { onCreator: () => void }) {
  return (
    <section aria-label="Begin" className="shell mt-28 sm:mt-40">
      <h2 className="max-w-[16ch] text-4xl">Make the one you have in mind.</h2>
      <div className="mt-8 flex flex-wrap gap-3">
        <LinkButton
          size="lg"
          to="/workflows"
          onClick={() => track('landing_cta_clicked', { cta: 'final' })}
        >
          Discover recipes
        </LinkButton>
        <Button size="lg" kind="secondary" onClick={onCreator}>
          Become a Creator
        </Button>
      </div>
    </section>
  )
}
