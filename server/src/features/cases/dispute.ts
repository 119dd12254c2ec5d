import { formatDay } from '@vignette/contract/dates.ts'
import type { DisputeView } from '@vignette/contract/disputes.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx, Principal } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import {
  disputeEvidence,
  disputeNotes,
  type EvidenceRow,
  type NoteRow,
} from '../../schema/cases.ts'
import {
  type DisputeRow,
  type PaymentRow,
  paymentDisputes,
  payments,
} from '../../schema/payments.ts'
import { listOwners } from '../identity/index.ts'
import { describeReason, shareOf } from '../payments/index.ts'
import { noteUntil, whyNoNote } from './rules-evidence.ts'

type Reader = Pick<Ctx, 'db'>

/** A note without the bytes of its file. */
type Note = Omit<NoteRow, 'file'>

const { file: _file, ...NOTE } = getTableColumns(disputeNotes)

export interface Disputed {
  dispute: DisputeRow
  payment: PaymentRow
  note: Note | null
  sent: EvidenceRow | null
}

/** Disputes with their payment, note and evidence; `key` is the place of a row in a list. */
export function selectDisputed({ db }: Reader, key: SQL<string[]> = sql<string[]>`'{}'::text[]`) {
  return db
    .select({
      dispute: paymentDisputes,
      payment: payments,
      note: NOTE,
      sent: disputeEvidence,
      key,
    })
    .from(paymentDisputes)
    .innerJoin(payments, eq(payments.id, paymentDisputes.paymentId))
    .leftJoin(disputeNotes, eq(disputeNotes.disputeId, paymentDisputes.id))
    .leftJoin(disputeEvidence, eq(disputeEvidence.disputeId, paymentDisputes.id))
}

export async function getDisputed(ctx: Reader, id: string, mine?: SQL): Promise<Disputed> {
  const [found] = await selectDisputed(ctx).where(and(eq(paymentDisputes.id, id), mine))
  if (!found) throw new AppError('not_found', 'There is no such dispute.')
  return found
}

/** Sales of this person, including those made before signing in. */
export async function isSaleOf(ctx: Reader, person: Pick<Principal, 'id'>): Promise<SQL> {
  return inArray(payments.creatorId, await listOwners(ctx, person.id))
}

const textOf = (date: Date | null) => date?.toISOString() ?? null

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
