import { and, eq, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { claimItems, claims, takenLooks } from '../../schema/claims.ts'
import { media } from '../../schema/media.ts'
import { findMedia, type Look, readLooks } from '../media/index.ts'
import { moderatedSubjects } from '../moderation/index.ts'
import { lockClaim } from './claim.ts'
import { itemsOf, setItems } from './item.ts'
import { listFiles } from './look.ts'
import { findShown } from './recognise.ts'

/** Of 64 and of 288 bits, how many may differ in a copy; the test beside it prints what that finds. */
export const COARSE = 12
export const FINE = 36

/** After a decision: keeps by what its pictures are known again, and takes down their copies. */
export const takeCopies = defineTask({
  name: 'claims.take-copies',
  data: z.object({ claimId: z.uuid() }),
  retryLimit: 5,
  run: runTakeCopies,
})

export async function runTakeCopies(
  ctx: Ctx,
  { claimId }: { claimId: string },
  signal?: AbortSignal,
): Promise<void> {
  const [claim] = await ctx.db.select().from(claims).where(eq(claims.id, claimId))
  if (claim?.state !== 'taken_down') return
  const taken = (await itemsOf(ctx, claimId)).filter(({ state }) => state === 'taken_down')
  const files = await findMedia(
    ctx,
    (await Promise.all(taken.map((one) => listFiles(ctx, one)))).flat(),
  )
  const looks: { mediaId: string; look: Look }[] = []
  for (const { id: mediaId, previewKey, storageKey, kind } of files.values()) {
    const key = previewKey ?? (kind === 'image' ? storageKey : null)
    if (!key) continue
    const found = await readLooks(ctx, await ctx.storage.read(key), { turned: true, signal })
    looks.push(...found.filter(isTelling).map((look) => ({ mediaId, look })))
  }
  if (looks.length === 0) return
  await inTransaction(ctx, async (tx) => {
    if ((await lockClaim(tx, claimId)).state !== 'taken_down') return
    await tx.db.delete(takenLooks).where(eq(takenLooks.claimId, claimId))
    await tx.db
      .insert(takenLooks)
      .values(looks.map(({ mediaId, look }) => ({ id: newId(), claimId, mediaId, ...look })))
  })
  const copies: string[] = []
  for (const { id, picture } of await listNear(ctx, claimId, [...files.keys()])) {
    const [look] = await readLooks(ctx, await ctx.storage.read(picture), { turned: false, signal })
    if (look && (await isTaken(ctx, look, eq(takenLooks.claimId, claimId)))) copies.push(id)
  }
  await inTransaction(ctx, (tx) => takeDown(tx, claimId, copies))
}

/** A picture of one colour or shade looks like each other one, so that nothing is known again by it. */
function isTelling({ fine }: Look): boolean {
  const set = BigInt(`0x${fine}`).toString(2).replaceAll('0', '').length
  return set >= 40 && set <= 248
}

const distance = (a: SQL, b: SQL, bits: number) =>
  sql`bit_count(('x' || ${a})::bit(${sql.raw(String(bits))}) # ('x' || ${b})::bit(${sql.raw(String(bits))}))`

/** Files whose coarse hash, which every file has, is near; few of them are copies. */
async function listNear(ctx: Pick<Ctx, 'db'>, claimId: string, but: readonly string[]) {
  const rows = await ctx.db
    .selectDistinct({
      id: media.id,
      previewKey: media.previewKey,
      key: media.storageKey,
      kind: media.kind,
    })
    .from(media)
    .innerJoin(
      takenLooks,
      sql`${distance(sql`${takenLooks.coarse}`, sql`${media.dhash}`, 64)} <= ${COARSE}`,
    )
    .where(
      and(
        eq(takenLooks.claimId, claimId),
        isNull(media.deletedAt),
        isNotNull(media.dhash),
        notInArray(media.id, [...but]),
      ),
    )
  return rows.flatMap(({ id, previewKey, key, kind }) => {
    const picture = previewKey ?? (kind === 'image' ? key : null)
    return picture ? [{ id, picture }] : []
  })
}

async function isTaken(ctx: Pick<Ctx, 'db'>, look: Look, where?: SQL): Promise<boolean> {
  const near = and(
    where,
    sql`${distance(sql`${takenLooks.coarse}`, sql`${look.coarse}::text`, 64)} <= ${COARSE}`,
    sql`${distance(sql`${takenLooks.fine}`, sql`${look.fine}::text`, 288)} <= ${FINE}`,
  )
  const rows = await ctx.db.select({ id: takenLooks.id }).from(takenLooks).where(near).limit(1)
  return rows.length > 0
}

async function takeDown(tx: TxCtx, claimId: string, copies: readonly string[]): Promise<void> {
  const claim = await lockClaim(tx, claimId)
  if (claim.state !== 'taken_down') return
  const owners = new Set<string>()
  for (const mediaId of copies) {
    const shown = await findShown(tx, mediaId)
    const subject = shown && (await moderatedSubjects[shown.type].find.ask(tx, { id: shown.id }))
    if (!subject) continue
    const { ownerId } = subject
    await tx.db
      .insert(claimItems)
      .values({
        id: newId(),
        claimId,
        subjectType: shown.type,
        subjectId: shown.id,
        ownerId,
        changedAt: tx.clock.now(),
      })
      .onConflictDoNothing()
    owners.add(ownerId)
  }
  const { statement } = claim
  await setItems(tx, claim, { to: 'taken_down', by: 'person', statement, owners: [...owners] })
}

/** Whether a picture that is about to be kept or delivered was taken down before; asked of every new file. */
export async function matchKnown(
  ctx: Ctx,
  { look }: { look: () => Promise<Look | undefined> },
): Promise<'allow' | 'refuse'> {
  // Most sites have taken down nothing.
  const any = await ctx.db.select({ id: takenLooks.id }).from(takenLooks).limit(1)
  if (any.length === 0) return 'allow'
  const own = await look()
  return own && (await isTaken(ctx, own)) ? 'refuse' : 'allow'
}
