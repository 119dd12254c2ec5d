import { expectedTime, generationMinutes } from '@vignette/contract/generation-time.ts'
import { formatCents } from '@vignette/contract/money.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { useEffect, useRef } from 'react'
import { track } from '../../../../lib/analytics.ts'
import { formatLocalDate } from '../../../../lib/dates.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button, LinkButton } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Check } from '../../../../ui/icons.tsx'

export function SuccessPanel({
  workflow,
  edited,
  onAnother,
}: {
  workflow: WorkflowView
  edited: boolean
  onAnother: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused form is gone; the result gets the focus.
  useEffect(() => heading.current?.focus(), [])
  const minutes = generationMinutes(expectedTime(workflow))
  const facts: [string, string][] = [
    ['ID', workflow.id],
    ['Name', workflow.name],
    ['Price', formatCents(workflow.price)],
    ['Generation time', `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`],
    ...(workflow.discover_from
      ? [['In Discover', `from ${formatLocalDate(workflow.discover_from)}`] as [string, string]]
      : []),
    ...(edited ? [['Version', String(workflow.version)] as [string, string]] : []),
  ]
  return (
    <div className="mx-auto max-w-xl py-10">
      <span className="grid size-12 place-items-center rounded-full bg-good-wash text-good">
        <Icon of={Check} size={24} />
      </span>
      <h1 ref={heading} tabIndex={-1} className="mt-5 text-3xl font-semibold outline-none">
        {edited ? 'New version published' : 'Recipe published'}
      </h1>
      <dl className="mt-7 divide-y divide-line border-y border-line">
        {facts.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {workflow.notes?.map((note) => (
        <div key={note} className="mt-6">
          <Alert tone="warn">{note}</Alert>
        </div>
      ))}
      <div className="mt-8 flex flex-wrap gap-3">
        <LinkButton
          to={`/workflows/${workflow.id}/remix`}
          onClick={() => track('workflow_test_remix_clicked', { workflow_id: workflow.id })}
        >
          Test Remix →
        </LinkButton>
        <LinkButton kind="secondary" to={`/workflows/${workflow.id}`}>
          View Recipe
        </LinkButton>
        <Button kind="secondary" onClick={onAnother}>
          Create Another
        </Button>
      </div>
    </div>
  )
}
