import { capitalise } from '@vignette/contract/labels.ts'
import type { WorkflowInput, WorkflowView } from '@vignette/contract/workflows.ts'
import type { ReactNode } from 'react'
import { track } from '../../../lib/analytics.ts'
import { formatLongDate } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { ReportButton } from '../../creations/index.ts'
import { formatTimes } from '../recipe-rules.ts'

export function RequiredInputs({ inputs }: { inputs: WorkflowInput[] }) {
  return (
    <section aria-labelledby="required-inputs">
      <h2 id="required-inputs" className="text-xl">
        Required Inputs
      </h2>
      {inputs.length === 0 && (
        <p className="mt-3 text-muted">
          This recipe asks for no inputs, so there is nothing to remix.
        </p>
      )}
      <ul className="mt-3">
        {inputs.map((input) => (
          <li key={input.key} className="flex gap-4 border-t border-line py-3.5">
            <span className="w-22 shrink-0 pt-0.5">
              <Badge>{input.type.toUpperCase()}</Badge>
            </span>
            <div className="min-w-0">
              <p className="font-medium">
                {input.display_name || input.name || input.key}
                {!input.required && <span className="font-normal text-muted"> (optional)</span>}
              </p>
              {input.description && (
                <p className="text-[0.9375rem] text-muted">{input.description}</p>
              )}
              {input.options.length > 0 && (
                <p className="text-[0.9375rem] text-muted">
                  One of: {input.options.map(({ label }) => label).join(' · ')}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function WorkflowDetails({ workflow }: { workflow: WorkflowView }) {
  return (
    <section
      aria-labelledby="workflow-details"
      className="rounded-xl border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id="workflow-details" className="text-xl">
        Workflow Details
      </h2>
      <dl className="mt-4 grid gap-2.5 text-[0.9375rem]">
        {/* A server that counts no remixes says nothing of them. What the house made hangs below, and counts as no remix. */}
        {workflow.remix_count >= 0 && (
          <Row term="Remixed by visitors">
            {workflow.remix_count === 0 ? 'Not yet' : capitalise(formatTimes(workflow.remix_count))}
          </Row>
        )}
        <Row term="Published">{formatLongDate(workflow.created_at)}</Row>
      </dl>
      {!(workflow.hidden && workflow.is_owner) && (
        <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
          {!(workflow.paused || workflow.failing) && (
            <LinkButton
              to={`/workflows/${workflow.id}/remix`}
              kind="secondary"
              onClick={() => track('remix_clicked', { workflow_id: workflow.id, from: 'details' })}
            >
              Start Creating
            </LinkButton>
          )}
          <ReportButton subject={{ type: 'workflow', id: workflow.id }} />
        </div>
      )}
    </section>
  )
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6">
      <dt className="text-muted">{term}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  )
}
