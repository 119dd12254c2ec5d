import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/card.tsx'
import { Link } from '../../../ui/link.tsx'
import { LICENSE_WORDS } from '../../creations/index.ts'
import type { WizardState } from '../wizard/reducer.ts'
import { isEmpty } from '../wizard/rules.ts'
import { summarizeStep } from '../wizard/summarize.ts'
import { describeTime } from './describe-time.ts'
import { InputValue } from './input-value.tsx'
import { RunSize } from './run-size.tsx'
import { Sample } from './workflow-aside.tsx'

/** The recipe, its creator, the buyer's inputs and the price. */
export function OrderSummary({
  workflow,
  wizard,
  total,
  note,
  seller,
  showsSample,
}: {
  workflow: WorkflowView
  wizard: WizardState
  /** What is to be paid. */
  total: ReactNode
  /** Why the price is below the full price. */
  note?: ReactNode
  /** The operator, who sells; undefined while that is not known. */
  seller: string | undefined
  /** False where the buyer's own picture stands beside it. */
  showsSample: boolean
}) {
  const license = LICENSE_WORDS[workflow.license]
  const given = wizard.steps.flatMap((step, index) => {
    const state = wizard.states[index]
    return !state || state.isSkipped || isEmpty(state.value) ? [] : [{ step, state }]
  })
  return (
    <Card>
      <h2 className="text-sm font-medium text-muted">Order summary</h2>
      <div className="mt-3 flex items-center gap-4">
        {showsSample && (
          <div className="size-18 shrink-0 overflow-hidden rounded-md bg-sunken">
            <Sample workflow={workflow} fit="whole" />
          </div>
        )}
        <div className="min-w-0">
          <p className="text-lg font-semibold wrap-anywhere">{workflow.name}</p>
          <p className="text-sm text-muted wrap-anywhere">by @{workflow.creator_handle}</p>
        </div>
      </div>
      {given.length > 0 && (
        <dl className="mt-4 space-y-2.5 border-t border-line pt-4 text-[0.9375rem]">
          {given.map(({ step, state }) => (
            <Row key={step.key} name={step.title}>
              <InputValue name={step.title} value={summarizeStep(step, state.value)} />
            </Row>
          ))}
        </dl>
      )}
      <dl className="mt-4 space-y-2.5 border-t border-line pt-4 text-[0.9375rem]">
        <Row name="Generation time">{describeTime(workflow)}</Row>
        {workflow.files && <Row name="You get">{workflow.files} files</Row>}
        {workflow.output_size && (
          <Row name={workflow.files ? 'First file' : 'File'}>
            <RunSize workflow={workflow} wizard={wizard} />
          </Row>
        )}
        {license && (
          <Row name="Licence">
            {license.title}
            <span className="block text-sm text-balance text-muted">{license.text}</span>
          </Row>
        )}
        {seller && <Row name="Sold by">{seller}</Row>}
        <Row name="Refund">
          <Link to="/terms#refunds" target="_blank" className="underline underline-offset-3">
            Broken, or not what you asked for? Ask for your money back.
          </Link>
        </Row>
        <div className="flex justify-between gap-6 border-t border-line pt-3 text-lg font-semibold">
          <dt>Total</dt>
          <dd className="tabular-nums">{total}</dd>
        </div>
      </dl>
      {note}
      {workflow.price_includes_tax && (
        <p className="mt-1 text-right text-sm text-muted">Includes the tax of your country.</p>
      )}
    </Card>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-4">
      <dt className="wrap-anywhere text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
