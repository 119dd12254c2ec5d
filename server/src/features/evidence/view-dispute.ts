import { formatDay } from '@vignette/contract/dates.ts'
import type { DisputeView } from '@vignette/contract/disputes.ts'
import { formatCents } from '@vignette/contract/money.ts'
import type { Ctx } from '../../ctx.ts'
import { type DisputeRow, describeReason, shareOf } from '../payments/index.ts'
import type { Disputed, Note } from './queries.ts'
import { noteUntil, whyNoNote } from './rules.ts'

export const textOf = (date: Date | null) => date?.toISOString() ?? null

export function viewDispute(ctx: Ctx, { dispute, payment, note, sent }: Disputed): DisputeView {
  const share = shareOf(payment, dispute.amount)
  const noted = note && (note.text !== '' || note.fileName !== null) ? note : null
  return {
    id: dispute.id,
    payment_id: payment.id,
    recipe: payment.workflowName,
    workflow_id: payment.workflowId,
    amount: dispute.amount,
    share,
    state: dispute.state,
    phase: dispute.phase,
    reason: `The buyer’s bank says that ${describeReason(dispute.reason)}.`,
    standing: describeStanding(dispute),
    balance: describeBalance(dispute, share),
    opened_at: dispute.createdAt.toISOString(),
    closed_at: textOf(dispute.closedAt),
    due_by: textOf(dispute.dueBy),
    note_until: textOf(noteUntil(dispute)),
    no_note: whyNoNote(dispute, sent ?? undefined, ctx.clock.now()),
    note: noted && viewNote(noted),
    evidence: ['The receipt', 'The terms that the buyer accepted', 'The log of the delivery'],
    sent_at: sent?.state === 'sent' ? textOf(sent.endedAt) : null,
    test_mode: payment.testMode,
    bank_page:
      payment.gateway === 'sandbox' && ctx.gateway.id === 'sandbox'
        ? `/sandbox/disputes/${dispute.id}`
        : null,
  }
}

function viewNote({ text, fileName: name, fileType: type, writtenAt }: Note) {
  return { text, file: name && type ? { name, type } : null, written_at: writtenAt.toISOString() }
}

function describeStanding({ state, phase, dueBy, closedAt }: DisputeRow): string {
  const until = dueBy ? ` until ${formatDay(dueBy.toISOString())}` : ''
  const on = closedAt ? ` on ${formatDay(closedAt.toISOString())}` : ''
  if (phase === 'needs_response') return `The bank waits for our evidence${until}.`
  if (phase === 'under_review') return 'The bank has the evidence and weighs it.'
  if (phase === 'appealed') return 'Lost, and appealed: the card network decides.'
  if (state === 'won') return `Won${on}: the bank gave the money back.`
  if (state === 'lost') return `Lost${on}: the buyer keeps the money.`
  return `The bank asked, and let the sale be${on}.`
}

function describeBalance({ state, amount }: DisputeRow, share: number): string {
  const part = `${formatCents(share)} of ${formatCents(amount)} is yours`
  switch (state) {
    case 'inquiry':
      return `The bank has taken nothing; your balance is as before. ${part}.`
    case 'opened':
      return `${part} and is set aside until the bank decides. The bank’s fee is ours.`
    case 'won':
      return `${formatCents(share)} is in your balance again.`
    case 'lost':
      return `${formatCents(share)} is gone from your balance. The bank’s fee is ours.`
  }
}
