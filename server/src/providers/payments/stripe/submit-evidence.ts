import type Stripe from 'stripe'
import type { DisputeEvidence } from '../spec.ts'

/** The file first, since the evidence names the file by its id; each call has a key of its own. */
export async function submitEvidence(
  stripe: Stripe,
  disputeId: string,
  evidence: DisputeEvidence,
  idempotencyKey: string,
): Promise<void> {
  const { file } = evidence
  const uploaded = file
    ? await stripe.files.create(
        {
          purpose: 'dispute_evidence',
          file: { data: file.bytes, name: file.name, type: file.type },
        },
        { idempotencyKey: `${idempotencyKey}:file` },
      )
    : null
  await stripe.disputes.update(
    disputeId,
    {
      evidence: {
        product_description: evidence.product,
        ...(evidence.deliveredOn ? { service_date: evidence.deliveredOn } : {}),
        access_activity_log: evidence.access,
        refund_policy_disclosure: evidence.refundPolicy,
        uncategorized_text: evidence.statement,
        ...(uploaded ? { uncategorized_file: uploaded.id } : {}),
      },
      submit: true,
    },
    { idempotencyKey },
  )
}
