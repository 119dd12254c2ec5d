import type { AdminDisputeView } from '@vignette/contract/disputes.ts'
import type { Ctx } from '../../ctx.ts'
import { findPrincipals, requireAdmin } from '../identity/index.ts'
import { gatherEvidence } from './gather-evidence.ts'
import { type Disputed, getDisputed } from './queries.ts'
import { whyNotSend } from './rules.ts'
import type { EvidenceTexts } from './tables.ts'
import { viewDispute } from './view-dispute.ts'

/** The evidence as it was sent, or as it would be sent now. */
export async function getDispute(ctx: Ctx, id: string): Promise<AdminDisputeView> {
  requireAdmin(ctx)
  return previewDispute(ctx, await getDisputed(ctx, id))
}

export async function previewDispute(ctx: Ctx, disputed: Disputed): Promise<AdminDisputeView> {
  const { dispute, payment, sent } = disputed
  const creatorId = payment.creatorId ?? payment.buyerId
  const people = await findPrincipals(ctx, [creatorId])
  const frozen = sent && sent.state !== 'refused' ? sent.texts : null
  const texts = frozen ?? (await gatherEvidence(ctx, disputed))
  return {
    ...viewDispute(ctx, disputed),
    creator_handle: people.get(creatorId)?.handle ?? '',
    book: payment.book,
    no_evidence: whyNotSend(dispute, sent ?? undefined, ctx.clock.now()),
    texts: titled(texts),
    sending: sent?.state ?? 'none',
    failure: sent?.failure ?? null,
  }
}

function titled(texts: EvidenceTexts): { title: string; text: string }[] {
  return [
    { title: 'What was sold', text: texts.product },
    { title: 'Delivery', text: texts.access || 'Nothing was delivered.' },
    { title: 'Terms', text: texts.refundPolicy },
    { title: 'Receipt, dispute and note', text: texts.statement },
  ]
}
