import { useQuery } from '@tanstack/react-query'
import type { CreationView } from '@vignette/contract/creations.ts'
import { formatCents } from '@vignette/contract/money.ts'
import type { ReceiptView } from '@vignette/contract/payments.ts'
import { peekAnonymousId } from '../../../lib/anonymous-id.ts'
import { mayBeSignedIn } from '../../../lib/session-hint.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { receiptQuery } from '../api.ts'
import { buildAgainPath, buildRemixPath } from '../build-links.ts'
import { describePayment } from '../describe-payment.ts'

/** Tells the creation's buyer what became of the money; tells any other reader that the creation does not exist. */
export function CreationNotFound({ id }: { id: string }) {
  const { data: bought } = useQuery({
    ...receiptQuery(id),
    // A browser that never bought or signed in asks for nothing.
    enabled: peekAnonymousId() !== undefined || mayBeSignedIn(),
    retry: false,
  })
  if (bought?.receipt) {
    const next = bought.creation_id === id ? null : bought.creation_id
    return <PurchaseGone receipt={bought.receipt} next={next} />
  }
  return (
    <NotFound
      title="Creation not found"
      action={<LinkButton to="/workflows">Browse Workflows</LinkButton>}
    >
      This creation may have been deleted or does not exist.
    </NotFound>
  )
}

/** `next` is the proof of the same payment that was kept, or that waits. */
function PurchaseGone({ receipt, next }: { receipt: ReceiptView; next: string | null }) {
  const { label } = describePayment(receipt)
  const isProof = next !== null || receipt.captured_at === null
  const became = next
    ? 'It was not kept: another of the same payment stands in its place.'
    : isProof
      ? 'It was not kept, and its file is deleted.'
      : 'It was deleted, and its file with it.'
  return (
    <NotFound
      eyebrow={receipt.workflow_name}
      title={isProof ? 'This proof is gone' : 'This creation is gone'}
      action={
        <>
          {next ? (
            <LinkButton to={`/creations/${next}`}>See that one</LinkButton>
          ) : (
            <LinkButton to={buildRemixPath(receipt.workflow_id)}>Try this recipe again</LinkButton>
          )}
          <LinkButton to={`/receipts/${receipt.id}`} kind="secondary">
            See the receipt
          </LinkButton>
        </>
      }
    >
      {`${became} ${formatCents(receipt.amount)}: ${label.toLowerCase()}.`}
    </NotFound>
  )
}

/**
 * Stands in the place of a proof that the buyer declined, here or in another tab, or that ran out
 * of time.
 */
export function ProofEnded({
  creation: { workflow, proof, user_inputs: inputs },
  declined,
}: {
  creation: CreationView
  declined: boolean
}) {
  return (
    <EmptyState
      level={1}
      title={declined ? 'Nothing was charged' : 'This proof is gone'}
      action={
        <>
          {workflow.available && (
            <LinkButton to={buildAgainPath(workflow.id, inputs)}>Try this recipe again</LinkButton>
          )}
          <LinkButton to="/workflows" kind="secondary">
            Browse Workflows
          </LinkButton>
        </>
      }
    >
      {declined
        ? `The proof is let go. The ${formatCents(proof?.price ?? workflow.price)} you authorised is being released; your bank may show it for a few days more.`
        : 'It was let go, or another was kept in its place, perhaps in another tab, or its time has ended. It charged nothing.'}
    </EmptyState>
  )
}
