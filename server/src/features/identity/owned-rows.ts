import { and, eq, getTableColumns, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { principals } from '../../schema/identity.ts'
import { LOCK_ORDER, OWNED } from '../../schema/owned.ts'
import { identityEvents } from './events.ts'
import { listOwners } from './owner.ts'
import type { ExportedFile } from './ports.ts'

type Owned = (typeof OWNED)[number]

/** For each kind of locked rows what a claim and a deletion do to the tables that declare it. */
export const ownedListeners = LOCK_ORDER.map((locks) => {
  const tables = () => OWNED.flatMap((one) => ('locks' in one && one.locks === locks ? [one] : []))
  return {
    locks,
    hears: [
      identityEvents.visitorClaimed.hear(async (tx, { from, to }) => {
        for (const one of tables()) await claim(tx, one, { from, to })
      }),
      identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
        for (const one of tables()) await end(tx, one, principalId)
      }),
    ],
  }
})

async function claim(tx: TxCtx, one: Owned, { from, to }: { from: string; to: string }) {
  const rows = eq(ownerOf(one), from)
  if (one.claim === 'delete') await tx.db.delete(one.table).where(rows)
  if (one.claim !== 'move' && typeof one.claim === 'string') return
  const also = one.claim === 'move' ? {} : one.claim.moveAnd
  await tx.db
    .update(one.table)
    .set({ ...also, [one.owner]: to })
    .where(rows)
}

async function end(tx: TxCtx, one: Owned, principalId: string) {
  const { deleted, table } = one
  if (typeof deleted === 'string' && deleted !== 'delete') return
  const rows = await isOwnedBy(tx, one, principalId)
  if (deleted === 'delete') await tx.db.delete(table).where(rows)
  else if ('delete' in deleted) await tx.db.delete(table).where(and(rows, deleted.delete))
  else {
    await tx.db.update(table).set(deleted.set(tx.clock.now())).where(and(rows, deleted.where))
  }
}

/** The files of an export that are a table's rows. */
export async function exportOwned(tx: TxCtx, principalId: string): Promise<ExportedFile[]> {
  const files: ExportedFile[] = []
  for (const one of OWNED) {
    const { export: exported, table } = one
    if (typeof exported === 'string') continue
    const { file: name, where, order } = exported
    const rows = await tx.db
      .select()
      .from(table)
      .where(and(await isOwnedBy(tx, one, principalId), where))
      .orderBy(order)
    files.push({
      name,
      content: `${JSON.stringify(
        rows.map((row) => exported.view(row)),
        null,
        2,
      )}\n`,
    })
  }
  return files
}

const AT_ONCE = 500
const isDeleted = isNotNull(principals.deletedAt)
const isGone = or(isDeleted, isNotNull(principals.bannedAt))

/** Principals who still own rows that a claim, a deletion or a ban should have moved or ended. */
export async function findOrphans(ctx: Pick<Ctx, 'db'>): Promise<Set<string>> {
  const found = new Set<string>()
  for (const one of OWNED) {
    if (staysWithVisitor(one)) continue
    const rows = await ctx.db
      .selectDistinct({ id: principals.id })
      .from(principals)
      .innerJoin(one.table, eq(ownerOf(one), principals.id))
      .where(or(isNotNull(principals.claimedBy), isStray(one)))
      .limit(AT_ONCE)
    for (const { id } of rows) found.add(id)
  }
  return found
}

function isStray({ deleted, stray }: Owned): SQL | undefined {
  if (stray) return and(stray.banned ? isGone : isDeleted, stray.rows)
  if (deleted === 'delete') return isDeleted
  if (typeof deleted === 'string') return undefined
  return and(isDeleted, 'delete' in deleted ? deleted.delete : (deleted.where ?? sql`false`))
}

async function isOwnedBy(tx: TxCtx, one: Owned, principalId: string): Promise<SQL> {
  const owners = staysWithVisitor(one) ? await listOwners(tx, principalId) : [principalId]
  return inArray(ownerOf(one), owners)
}

function staysWithVisitor({ claim }: Owned): boolean {
  return typeof claim === 'string' && claim.startsWith('keep: ')
}

function ownerOf({ table, owner }: { table: PgTable; owner: string }): PgColumn {
  const column = getTableColumns(table)[owner]
  if (!column) throw new Error(`there is no column ${owner}`)
  return column
}
