import { and, eq, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { claimItems, claims, takenLooks } from '../../schema/claims.ts'
import { type MediaRow, media } from '../../schema/media.ts'
import { findMedia, type Look, readLooks, readPictures } from '../media/index.ts'
import { moderatedSubjects } from '../moderation/index.ts'
import { lockClaim } from './claim.ts'
import { itemsOf, setItems } from './item.ts'
import { listFiles } from './look.ts'
import { findShown } from './recognise.ts'

/** Of 64 and of 288 bits, how many may differ in a copy; the test beside it prints what that finds. */
export const COARSE = 12
export const FINE = 36
/** Frames of one film that differ in fewer of the 288 are known by one of them. */
const ALIKE = 12

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
  for (const file of files.values()) {
    const found = await readEveryLook(ctx, file, signal)
    looks.push(...found.map((look) => ({ mediaId: file.id, look })))
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
  for (const file of await listNear(ctx, claimId, [...files.keys()])) {
    const own: Look[] = []
    for (const picture of await readPictures(ctx, file, { signal }))
      own.push(...(await readLooks(ctx, picture, { turned: false, signal })))
    if (await isTaken(ctx, own, eq(takenLooks.claimId, claimId))) copies.push(file.id)
  }
  await inTransaction(ctx, (tx) => takeDown(tx, claimId, copies))
}

/** By what a file is known again, however a copy of it is turned or cut. */
async function readEveryLook(ctx: Ctx, file: MediaRow, signal?: AbortSignal): Promise<Look[]> {
  const pictures = await readPictures(ctx, file, { density: 'known', signal })
  return lookAtAll(pictures, (picture, turned) => readLooks(ctx, picture, { turned, signal }))
}

/** All looks of these pictures, one picture for each few frames that a camera hardly moves between. */
export async function lookAtAll(
  pictures: readonly Uint8Array[],
  read: (picture: Uint8Array, turned: boolean) => Promise<Look[]>,
): Promise<Look[]> {
  const [kept, all]: [Look[], Look[]] = [[], []]
  for (const picture of pictures) {
    const [own] = await read(picture, false)
    if (!own || kept.some(({ fine }) => bitsBetween(fine, own.fine) <= ALIKE)) continue
    kept.push(own)
    all.push(...(await read(picture, true)).filter(isTelling))
  }
  return all
}

export function bitsBetween(a: string, b: string): number {
  return countBits(BigInt(`0x${a}`) ^ BigInt(`0x${b}`))
}

const countBits = (bits: bigint) => bits.toString(2).replaceAll('0', '').length

/** A picture of one colour or shade looks like each other one, so that nothing is known again by it. */
export function isTelling({ fine }: Look): boolean {
  const set = countBits(BigInt(`0x${fine}`))
  return set >= 40 && set <= 248
}

const distance = (a: SQL, b: SQL, bits: number) =>
  sql`bit_count(('x' || ${a})::bit(${sql.raw(String(bits))}) # ('x' || ${b})::bit(${sql.raw(String(bits))}))`

/** Files of which a coarse hash is near; few of them are copies. */
async function listNear(ctx: Pick<Ctx, 'db'>, claimId: string, but: readonly string[]) {
  const near = distance(sql`${takenLooks.coarse}`, sql`any_hash`, 64)
  return ctx.db
    .selectDistinct({
      id: media.id,
      previewKey: media.previewKey,
      storageKey: media.storageKey,
      kind: media.kind,
    })
    .from(media)
    .innerJoin(
      takenLooks,
      sql`exists (select 1 from unnest(array_append(${media.frameHashes}, ${media.dhash})) any_hash
        where ${near} <= ${COARSE})`,
    )
    .where(
      and(
        eq(takenLooks.claimId, claimId),
        isNull(media.deletedAt),
        isNotNull(media.dhash),
        notInArray(media.id, [...but]),
      ),
    )
}

/** Whether one of these pictures is known. */
async function isTaken(ctx: Pick<Ctx, 'db'>, looks: readonly Look[], where?: SQL) {
  for (const look of looks) {
    const near = and(
      where,
      sql`${distance(sql`${takenLooks.coarse}`, sql`${look.coarse}::text`, 64)} <= ${COARSE}`,
      sql`${distance(sql`${takenLooks.fine}`, sql`${look.fine}::text`, 288)} <= ${FINE}`,
    )
    const rows = await ctx.db.select({ id: takenLooks.id }).from(takenLooks).where(near).limit(1)
    if (rows.length > 0) return true
  }
  return false
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

/** Whether what is about to be kept or delivered was taken down before; asked of every new file. */
export async function matchKnown(
  ctx: Ctx,
  { looks }: { looks: () => Promise<Look[]> },
): Promise<'allow' | 'refuse'> {
  // Most sites have taken down nothing.
  const any = await ctx.db.select({ id: takenLooks.id }).from(takenLooks).limit(1)
  if (any.length === 0) return 'allow'
  return (await isTaken(ctx, await looks())) ? 'refuse' : 'allow'
}
