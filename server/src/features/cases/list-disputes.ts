import type {
  AdminDisputeView,
  listAllDisputes as listAllRoute,
  listDisputes as listRoute,
} from '@vignette/contract/disputes.ts'
import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { type Page, readPage } from '../../platform/db/read-page.ts'
import type { EvidenceTexts } from '../../schema/cases.ts'
import { type PaymentRow, paymentDisputes, payments } from '../../schema/payments.ts'
import { findPrincipals, requireStaff, requireVisitor } from '../identity/index.ts'
import { currentBook } from '../payments/index.ts'
import { type Disputed, getDisputed, isSaleOf, selectDisputed, viewDispute } from './dispute.ts'
import { gatherEvidence } from './gather-evidence.ts'
import { whyNotSend } from './rules-evidence.ts'
import { findWarned, listWarnings, viewWarning } from './warning.ts'

export async function listDisputes(
  ctx: Ctx,
  input: { limit: number; cursor?: string | undefined },
): Promise<z.input<(typeof listRoute)['answer']>> {
  const caller = requireVisitor(ctx)
  const mine = and(await isSaleOf(ctx, caller), eq(payments.book, currentBook(ctx)))
  const name = ['disputes', caller.id]
  const { rows, next_cursor } = await readDisputes(ctx, { ...input, name, which: mine })
  return {
    disputes: rows.map((row) => viewDispute(ctx, row)),
    warnings: await listWarnings(ctx, mine),
    next_cursor,
  }
}

export async function listAllDisputes(
  ctx: Ctx,
  { show, ...place }: { show: 'waiting' | 'all'; limit: number; cursor?: string | undefined },
): Promise<z.input<(typeof listAllRoute)['answer']>> {
  requireStaff(ctx, 'listAllDisputes')
  const waiting = eq(paymentDisputes.phase, 'needs_response')
  const { rows, next_cursor } = await readDisputes(ctx, {
    ...place,
    name: ['all disputes', show],
    which: show === 'waiting' ? waiting : undefined,
  })
  const warned = await findWarned(ctx, inArray(payments.state, ['captured']))
  const creators = [...rows.map(({ payment }) => payment), ...warned].map(creatorOf)
  const people = await findPrincipals(ctx, creators)
  const handleOf = (id: string) => people.get(id)?.handle ?? ''
  const warnings = await Promise.all(
    warned.map(async (payment) => ({
      ...(await viewWarning(ctx, payment)),
      creator_handle: handleOf(creatorOf(payment)),
    })),
  )
  return {
    disputes: rows.map((row) => ({
      ...viewDispute(ctx, row),
      creator_handle: handleOf(creatorOf(row.payment)),
    })),
    warnings: warnings.filter(({ amount }) => amount > 0),
    next_cursor,
  }
}

/** A creator who ran their own recipe is the buyer as well. */
const creatorOf = ({ creatorId, buyerId }: Pick<PaymentRow, 'creatorId' | 'buyerId'>) =>
  creatorId ?? buyerId

/** A page of disputes, newest first. */
function readDisputes(
  ctx: Ctx,
  want: {
    name: readonly unknown[]
    which: SQL | undefined
    limit: number
    cursor?: string | undefined
  },
): Promise<Page<Disputed & { key: string[] }>> {
  const columns = [paymentDisputes.createdAt, paymentDisputes.id]
  const list = { name: want.name, columns, descending: true }
  const place = { limit: want.limit, cursor: want.cursor, offset: 0 }
  return readPage(ctx.config, list, place, (at) =>
    selectDisputed(ctx, at.key)
      .where(and(want.which, at.after))
      .orderBy(...at.orderBy)
      .limit(at.limit),
  )
}

/** The evidence as it was sent, or as it would be sent now. */
export async function getDispute(ctx: Ctx, id: string): Promise<AdminDisputeView> {
  requireStaff(ctx, 'getDispute')
  const disputed = await getDisputed(ctx, id)
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
