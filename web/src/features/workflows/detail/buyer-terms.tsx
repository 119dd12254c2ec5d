import { describeSize } from '@vignette/contract/output-size.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { ReactNode } from 'react'
import { Link } from '../../../ui/link.tsx'
import { LICENSE_WORDS } from '../../creations/index.ts'

/** What a buyer gets and risks, beside the button that begins. */
export function BuyerTerms({ workflow }: { workflow: WorkflowView }) {
  const license = LICENSE_WORDS[workflow.license]
  return (
    <dl className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 border-t border-line pt-4 text-sm">
      {(workflow.files || workflow.output_size) && (
        <Row term="You get">
          {workflow.files && `${workflow.files} files. `}
          {workflow.files && workflow.output_size && 'The first: '}
          {workflow.output_size && describeSize(workflow.output_size)}
        </Row>
      )}
      {license && (
        <Row term="Licence">
          {license.title}. {license.text}
        </Row>
      )}
      {workflow.price > 0 && (
        <>
          <Row term="Payment">
            {workflow.proof
              ? 'You see a proof first. You pay only if you keep it.'
              : 'Your card is charged only once your creation is delivered.'}
            {workflow.price_includes_tax && ' The price includes tax.'}
          </Row>
          <Row term="Refund">
            <Link to="/terms#refunds" target="_blank" className="underline">
              Broken, or not what you asked for? Ask for your money back.
            </Link>
          </Row>
        </>
      )}
    </dl>
  )
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="tabular-nums">{children}</dd>
    </>
  )
}
