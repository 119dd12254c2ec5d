import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { track } from '../../lib/analytics.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { configQuery } from '../config/index.ts'
import * as copy from './copy.ts'

/** A heading in the left column and the content in the right, the same for the whole page. */
export function Section({
  label,
  title,
  lead,
  children,
}: {
  label: string
  title: string
  lead?: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-label={label} className="shell mt-24 sm:mt-36">
      <div className="grid gap-10 border-t border-line pt-8 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <div className="lg:sticky lg:top-28">
            <h2 className="max-w-[18ch] text-3xl">{title}</h2>
            {lead && <div className="mt-5 max-w-sm text-muted">{lead}</div>}
          </div>
        </div>
        <div className="lg:col-span-8">{children}</div>
      </div>
    </section>
  )
}

export function Audiences() {
  return (
    <section aria-label="Who it is for" className="shell mt-16 sm:mt-24">
      <div className="grid gap-10 sm:grid-cols-3 sm:gap-8 lg:gap-14">
        {copy.audiences.map((entry) => (
          <div key={entry.title}>
            <h2 className="text-lg font-semibold">{entry.title}</h2>
            <p className="mt-2 text-muted">{entry.text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}

function Steps({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <ol>
      {steps.map((step, index) => (
        <li
          key={step.title}
          className="grid grid-cols-[2.5rem_1fr] gap-x-4 border-b border-line py-7 first:pt-0 last:border-0 sm:grid-cols-[4rem_11rem_1fr]"
        >
          <span aria-hidden className="text-xl text-muted tabular-nums">
            {index + 1}
          </span>
          <h3 className="text-xl">{step.title}</h3>
          <p className="col-start-2 mt-2 max-w-lg text-muted sm:col-start-3 sm:mt-0.5">
            {step.text}
          </p>
        </li>
      ))}
    </ol>
  )
}

export function CreatorSteps({ onCreator }: { onCreator: () => void }) {
  const { data } = useQuery(configQuery)
  return (
    <Section
      label="How it works for creators"
      title="From knack to income, in four steps."
      lead={
        <Button kind="secondary" onClick={onCreator}>
          Become a Creator
        </Button>
      }
    >
      <Steps steps={copy.creatorSteps(copy.lowestPrice(data?.prices_include_tax))} />
    </Section>
  )
}

export function FanSteps() {
  return (
    <Section
      label="How it works for fans"
      title="For fans, three."
      lead={
        <LinkButton
          kind="secondary"
          to="/workflows"
          onClick={() => track('landing_cta_clicked', { cta: 'fan_steps' })}
        >
          Find a recipe
        </LinkButton>
      }
    >
      <Steps steps={copy.fanSteps} />
    </Section>
  )
}

export function Reasons() {
  return (
    <section aria-label="Why" className="mt-24 bg-sunken py-20 sm:mt-36 sm:py-28">
      <div className="shell">
        <h2 className="text-sm font-medium text-muted">Why Vignette</h2>
        <div className="mt-8 grid gap-14 sm:gap-20">
          {copy.reasons.map((reason) => (
            <div key={reason.title} className="grid gap-4 lg:grid-cols-12 lg:gap-10">
              <h3 className="text-3xl lg:col-span-7">{reason.title}</h3>
              <p className="max-w-md text-lg text-muted lg:col-span-5 lg:pt-2">{reason.text}</p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

export function Features() {
  return (
    <Section label="Features" title="The shop is built. Bring the craft.">
      <ul className="grid gap-x-10 gap-y-9 sm:grid-cols-2">
        {copy.features.map((feature) => (
          <li key={feature.title}>
            <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
              {feature.title}
              {feature.soon && <Badge>COMING SOON</Badge>}
            </h3>
            <p className="mt-1.5 text-muted">{feature.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function People() {
  return (
    <Section label="Audiences" title="Made by people who make things.">
      <ul className="grid gap-x-10 sm:grid-cols-2">
        {copy.people.map((person) => (
          <li key={person.title} className="border-b border-line py-5 sm:first:pt-0 sm:nth-2:pt-0">
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
    <section aria-label="Begin" className="shell mt-28 sm:mt-44">
      <h2 className="max-w-[16ch] text-4xl">Make the one you have in mind.</h2>
      <div className="mt-10 flex flex-wrap gap-3">
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
