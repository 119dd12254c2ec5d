import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Ctx, Principal } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { listOwners } from '../identity/index.ts'
import { type DisputeRow, type PaymentRow, paymentDisputes, payments } from '../payments/index.ts'
import { disputeEvidence, disputeNotes, type EvidenceRow, type NoteRow } from './tables.ts'

type Reader = Pick<Ctx, 'db'>

/** A note without the bytes of its file. */
export type Note = Omit<NoteRow, 'file'>

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
