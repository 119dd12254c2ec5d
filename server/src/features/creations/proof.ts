import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type CreationRow, creationParts, creations } from '../../schema/creations.ts'
import { jobs } from '../../schema/generation.ts'
import { requireVisitor } from '../identity/index.ts'
import { makeVariants, setMediaDeleted, setMediaSealed } from '../media/index.ts'
import { recordProofEnd } from '../workflows/index.ts'
import { getOwnDelivered } from './creation.ts'
import { showCreation } from './delivery.ts'
import { addParts, listFiles, listParts } from './part.ts'

interface DeliveredProof {
  creationId: string
  files: readonly { mediaId: string; wholeMediaId: string }[]
  until: Date
  price: number
  drawsLeft: number
  mayBePublic: boolean
}

/** Shows the owner the proof alone and seals the whole files; nothing is counted before the proof is kept. */
export async function deliverProof(tx: TxCtx, proof: DeliveredProof): Promise<void> {
  const { creationId, files, until, price, drawsLeft, mayBePublic } = proof
  for (const { wholeMediaId } of files) await setMediaSealed(tx, wholeMediaId, true)
  const rows = await tx.db
    .update(creations)
    .set({
      ...files[0],
      fileCount: files.length,
      drawsLeft,
      proofUntil: until,
      proofPrice: price,
      deliveredAt: tx.clock.now(),
      public: false,
      publicWhenKept: mayBePublic ? sql`${creations.public}` : false,
    })
    .where(and(eq(creations.id, creationId), isNull(creations.deliveredAt)))
    .returning({ id: creations.id })
  if (rows.length === 0) throw new Error('this creation was delivered before')
  await addParts(tx, creationId, files)
}

type ProofRow = CreationRow & { proofUntil: Date; wholeMediaId: string; mediaId: string }

const run = alias(jobs, 'run')

/** A condition on `run` and `jobs`: the runs on the payment of this creation. */
const onPaymentOf = (creationId: string) =>
  and(eq(run.creationId, creationId), eq(jobs.paymentId, run.paymentId))

const isWaiting = and(isNotNull(creations.proofUntil), isNull(creations.deletedAt))

/** The proofs that wait on the payment of this one, itself among them, in the order of their drawing. */
export async function listProofs(
  ctx: Pick<Ctx, 'db'>,
  id: string,
): Promise<(ProofRow & { jobId: string })[]> {
  const rows = await ctx.db
    .select({ creation: creations, jobId: jobs.id })
    .from(creations)
    .innerJoin(jobs, eq(jobs.creationId, creations.id))
    .innerJoin(run, onPaymentOf(id))
    .where(isWaiting)
    .orderBy(creations.deliveredAt, creations.id)
  return rows.flatMap(({ creation, jobId }) => (isProof(creation) ? { ...creation, jobId } : []))
}

/** Whether a run on the payment of this proof is under way. */
export async function isDrawing(ctx: Pick<Ctx, 'db'>, id: string): Promise<boolean> {
  const [found] = await ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .innerJoin(run, onPaymentOf(id))
    .where(inArray(jobs.status, ['QUEUED', 'RUNNING']))
    .limit(1)
  return found !== undefined
}

/**
 * A creation of the caller, locked, after all proofs of its payment in one order; `proof` where its
 * buyer has not decided yet.
 */
export async function lockOwnCreation(
  tx: TxCtx,
  id: string,
): Promise<{ row: CreationRow; proof: ProofRow | undefined }> {
  await tx.db
    .select({ id: creations.id })
    .from(creations)
    .innerJoin(jobs, eq(jobs.creationId, creations.id))
    .innerJoin(run, onPaymentOf(id))
    .where(and(isWaiting, eq(creations.ownerId, requireVisitor(tx).id)))
    .orderBy(creations.id)
    .for('update', { of: creations })
  const row = await getOwnDelivered(tx, id, { lock: true })
  return { row, proof: isProof(row) ? row : undefined }
}

/** A proof of the caller that was neither kept nor declined, locked. */
export async function lockProof(tx: TxCtx, id: string): Promise<ProofRow> {
  const { proof } = await lockOwnCreation(tx, id)
  if (proof) return proof
  throw new AppError('payment_state', 'This is the whole creation: there is nothing to decide.')
}

function isProof(row: CreationRow): row is ProofRow {
  return row.proofUntil !== null
}

/** Replaces the proof by the whole files, and makes the creation public if its buyer had ticked that. */
export async function openProof(tx: TxCtx, proof: ProofRow): Promise<CreationRow> {
  if (proof.hiddenAt) {
    throw new AppError(
      'content_refused',
      'This creation was hidden by a moderator, so it cannot be kept, and nothing is charged.',
    )
  }
  const { id, wholeMediaId } = proof
  const parts = await listParts(tx, proof)
  const [row] = await tx.db
    .update(creations)
    .set({
      mediaId: wholeMediaId,
      wholeMediaId: null,
      drawsLeft: null,
      proofUntil: null,
      proofPrice: null,
      public: proof.publicWhenKept,
    })
    .where(eq(creations.id, id))
    .returning()
  if (!row) throw new Error('the creation is gone')
  if (parts.length > 0) await openParts(tx, id)
  const files = [proof, ...parts]
  for (const { mediaId } of files) await setMediaDeleted(tx, mediaId, true)
  const whole = files.map((file) => file.wholeMediaId).filter((file) => file !== null)
  for (const mediaId of whole) {
    await setMediaSealed(tx, mediaId, false)
    await tx.queue.send(tx, makeVariants, { mediaId })
  }
  await showCreation(tx, row, whole)
  if (!row.test) await recordProofEnd(tx, row.workflowId, true)
  return row
}

async function openParts(tx: TxCtx, creationId: string): Promise<void> {
  await tx.db
    .update(creationParts)
    .set({ mediaId: sql`${creationParts.wholeMediaId}`, wholeMediaId: null })
    .where(eq(creationParts.creationId, creationId))
}

/**
 * Deletes the proofs of this one's payment, but for one that is kept, and their whole files for
 * good; what was kept or dropped before stays as it is.
 */
export async function dropProofs(
  tx: TxCtx,
  of: string,
  { kept }: { kept?: string } = {},
): Promise<void> {
  const ids = (await listProofs(tx, of)).map(({ id }) => id).filter((id) => id !== kept)
  if (ids.length === 0) return
  const rows = await tx.db
    .update(creations)
    .set({ deletedAt: tx.clock.now() })
    .where(and(inArray(creations.id, ids), isWaiting))
    .returning()
  for (const row of rows) {
    for (const mediaId of await listFiles(tx, row)) await setMediaDeleted(tx, mediaId, true)
    if (!row.test) await recordProofEnd(tx, row.workflowId, false)
    tx.afterCommit(() => tx.events.publish({ about: 'creation', id: row.id, seq: 0 }))
  }
}
