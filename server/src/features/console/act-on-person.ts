import type { deletePerson as deletion } from '@vignette/contract/console.ts'
import type { StaffRole } from '@vignette/contract/staff.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { type PrincipalRow, principals } from '../../schema/identity.ts'
import {
  banUser,
  eraseAccount,
  gatherAccount,
  giveRoles,
  publicHandle,
  requireStaff,
  revokeSessions,
  rolesOf,
  sendAccount,
} from '../identity/index.ts'
import { writeAudit } from '../moderation/index.ts'

/** Gives a person these roles and takes the others away. */
export async function setRoles(
  ctx: Ctx,
  id: string,
  roles: readonly StaffRole[],
): Promise<{ roles: StaffRole[] }> {
  const actorId = requireStaff(ctx, 'setRoles')
  await inTransaction(ctx, async (tx) => {
    const before = await giveRoles(tx, id, roles)
    const note = `${before.join(', ') || 'no role'} → ${roles.join(', ') || 'no role'}`
    await record(tx, { actorId, action: 'set_roles', id, note })
  })
  return { roles: [...rolesOf(await requireAccount(ctx, id), ctx.config)] }
}

export async function banPerson(
  ctx: Ctx,
  id: string,
  { banned, note }: { banned: boolean; note: string },
): Promise<void> {
  const actorId = requireStaff(ctx, 'banPerson')
  await inTransaction(ctx, async (tx) => {
    await requireAccount(tx, id)
    await banUser(tx, id, banned)
    await record(tx, { actorId, action: banned ? 'ban' : 'unban', id, note })
  })
}

export async function endSessions(ctx: Ctx, id: string, note: string): Promise<{ ended: number }> {
  const actorId = requireStaff(ctx, 'endSessions')
  return inTransaction(ctx, async (tx) => {
    await requireAccount(tx, id)
    const ended = await revokeSessions(tx, id)
    await record(tx, { actorId, action: 'end_sessions', id, note })
    return { ended }
  })
}

/** The file leaves the server after the audit log's row is written. */
export async function exportPerson(
  ctx: Ctx,
  id: string,
  reason: string,
  reply: FastifyReply,
): Promise<void> {
  const actorId = requireStaff(ctx, 'exportPerson')
  const files = await inTransaction(ctx, async (tx) => {
    await requireAccount(tx, id)
    await record(tx, { actorId, action: 'export_account', id, note: reason })
    return gatherAccount(tx, id)
  })
  await sendAccount(ctx, reply, files)
}

/** As its owner could; what stays here for the person is told to the admin, who answers the letter. */
export async function deletePerson(
  ctx: Ctx,
  id: string,
  { reason, handle }: z.output<(typeof deletion)['body']>,
): Promise<z.input<(typeof deletion)['answer']>> {
  const actorId = requireStaff(ctx, 'deletePerson')
  const left = await inTransaction(ctx, async (tx) => {
    const row = await requireAccount(tx, id)
    if (handle.trim().replace(/^@/, '') !== publicHandle(row)) {
      throw new AppError('conflict', `Write ${publicHandle(row)} to delete this account.`)
    }
    if (rolesOf(row, tx.config).length > 0) {
      throw new AppError('conflict', 'Take the role away first.')
    }
    const found = await eraseAccount(tx, id)
    await record(tx, { actorId, action: 'delete_account', id, note: reason })
    return found
  })
  return { left }
}

async function requireAccount(ctx: Pick<Ctx, 'db'>, id: string): Promise<PrincipalRow> {
  const [row] = await ctx.db
    .select()
    .from(principals)
    .where(and(eq(principals.id, id), eq(principals.kind, 'user'), isNull(principals.deletedAt)))
  if (!row) throw new AppError('not_found', 'There is no such account.')
  return row
}

async function record(
  tx: TxCtx,
  { id, ...entry }: { actorId: string | null; action: string; id: string; note: string },
): Promise<void> {
  await writeAudit(tx, { ...entry, subjectType: 'user', subjectId: id })
}
