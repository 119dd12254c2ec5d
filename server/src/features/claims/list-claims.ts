import type { ClaimView, listClaims as route } from '@vignette/contract/claims.ts'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { type ClaimRow, claimItems, claimObjections, claims } from '../../schema/claims.ts'
import { creations } from '../../schema/creations.ts'
import { jobs } from '../../schema/generation.ts'
import { findPrincipals, listStaff, publicHandle, requireStaff } from '../identity/index.ts'
import { addressOf, findMedia } from '../media/index.ts'
import { moderatedSubjects } from '../moderation/index.ts'
import { itemsOf } from './item.ts'

/** An objection that a person must decide; a counter-notice about copyright runs by the calendar. */
export const waitsForPerson = and(
  isNull(claimObjections.outcome),
  isNull(claimObjections.restoreAt),
)

const waits = or(
  inArray(claims.state, ['open', 'hidden']),
  sql`exists (select 1 from ${claimObjections} where ${claimObjections.claimId} = ${claims.id} and ${waitsForPerson})`,
)

export async function listClaims(
  ctx: Ctx,
  { show, ...place }: z.output<(typeof route)['query']>,
): Promise<z.input<(typeof route)['answer']>> {
  requireStaff(ctx, 'listClaims')
  const isWaiting = show === 'waiting'
  const list = {
    name: ['claims', show],
    columns: [isWaiting ? claims.dueAt : claims.createdAt, claims.id],
    descending: !isWaiting,
  }
  return inTransaction(ctx, async (tx) => {
    const { rows, next_cursor } = await readPage(tx.config, list, { offset: 0, ...place }, (at) =>
      tx.db
        .select({ row: claims, key: at.key })
        .from(claims)
        .where(and(isWaiting ? waits : sql`not ${waits}`, at.after))
        .orderBy(...at.orderBy)
        .limit(at.limit),
    )
    const views: ClaimView[] = []
    for (const { row } of rows) views.push(await viewClaim(tx, row))
    return { claims: views, next_cursor }
  })
}

export async function viewClaim(tx: TxCtx, row: ClaimRow): Promise<ClaimView> {
  const items = await itemsOf(tx, row.id)
  const objections = await tx.db
    .select()
    .from(claimObjections)
    .where(eq(claimObjections.claimId, row.id))
  const people = await findPrincipals(tx, [
    ...items.map(({ ownerId }) => ownerId),
    ...objections.map(({ ownerId }) => ownerId),
  ])
  const handleOf = (id: string) => people.get(id)?.handle ?? publicHandle({ id, username: null })
  const views: ClaimView['items'] = []
  for (const item of items) {
    const subject = await moderatedSubjects[item.subjectType].find.ask(tx, { id: item.subjectId })
    const strikes = await countStrikes(tx, item.ownerId)
    views.push({
      id: item.id,
      subject_type: item.subjectType,
      subject_title: subject?.title ?? 'Deleted',
      subject_url: subject?.url ?? '',
      file_url: item.subjectType === 'creation' ? await findFile(tx, item.subjectId) : null,
      face: item.subjectType === 'creation' ? await findFaceAnswer(tx, item.subjectId) : null,
      state: item.state,
      reachable: subject?.reachable ?? false,
      owner_id: item.ownerId,
      owner_handle: handleOf(item.ownerId),
      owner_banned: people.get(item.ownerId)?.banned ?? false,
      strikes,
      ban_due: strikes >= tx.config.COPYRIGHT_STRIKES,
    })
  }
  const others = (await listStaff(tx, 'moderator')).filter((id) => id !== row.decidedBy)
  const isOwn = row.decidedBy !== null && row.decidedBy === tx.caller.principal?.id
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    state: row.state,
    places: row.places,
    work: row.work,
    reason: row.reason,
    email: row.email,
    contact: row.contact,
    signature: row.signature,
    created_at: row.createdAt.toISOString(),
    due_at: row.dueAt.toISOString(),
    hide_at: row.hideAt?.toISOString() ?? null,
    decided_at: row.decidedAt?.toISOString() ?? null,
    statement: row.statement,
    items: views,
    objections: objections.map((one) => ({
      id: one.id,
      owner_id: one.ownerId,
      owner_handle: handleOf(one.ownerId),
      text: one.text,
      created_at: one.createdAt.toISOString(),
      restore_at: one.restoreAt?.toISOString() ?? null,
      goes_on_at: one.goesOnAt?.toISOString() ?? null,
      outcome: one.outcome,
      yours: !isOwn || others.length === 0,
    })),
  }
}

async function findFile(tx: TxCtx, creationId: string): Promise<string | null> {
  const [row] = await tx.db
    .select({ mediaId: creations.mediaId })
    .from(creations)
    .where(eq(creations.id, creationId))
  const file = row?.mediaId ? (await findMedia(tx, [row.mediaId])).get(row.mediaId) : undefined
  return file ? addressOf(file) : null
}

async function findFaceAnswer(tx: TxCtx, creationId: string) {
  const [row] = await tx.db
    .select({ face: jobs.face })
    .from(jobs)
    .where(eq(jobs.creationId, creationId))
  return row?.face ?? null
}

/** How many claims of copyright were followed against a person and stand. */
async function countStrikes(tx: TxCtx, ownerId: string): Promise<number> {
  const [row] = await tx.db
    .select({ strikes: sql<number>`count(distinct ${claims.id})::int` })
    .from(claimItems)
    .innerJoin(claims, eq(claims.id, claimItems.claimId))
    .where(
      and(
        eq(claimItems.ownerId, ownerId),
        eq(claimItems.state, 'taken_down'),
        eq(claims.kind, 'copyright'),
      ),
    )
  return row?.strikes ?? 0
}
