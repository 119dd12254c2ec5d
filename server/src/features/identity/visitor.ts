import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { type PrincipalRow, principals } from '../../schema/identity.ts'
import { clearSessionCookies, setVisitorCookies } from './cookies.ts'
import { findActingVisitor, hashAnonymousId, isAnonymousId } from './principal.ts'

interface AdmittedVisitor {
  row: PrincipalRow
  anonymousId: string
}

/**
 * The visitor of this anonymous id, created at its first use. A malformed id, or the id of a
 * visitor that has become an account, gets a new visitor.
 */
export async function admitVisitor(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  anonymousId: string | undefined,
): Promise<AdmittedVisitor> {
  const browserChoseId = isAnonymousId(anonymousId)
  const wanted = browserChoseId ? anonymousId : newAnonymousId()
  const found = await findActingVisitor(ctx, wanted)
  if (found === 'spent') return admitVisitor(ctx, undefined)
  if (found) return { row: found, anonymousId: wanted }
  await ctx.db
    .insert(principals)
    .values({
      id: newId(),
      kind: 'visitor',
      anonHash: hashAnonymousId(wanted),
      browserChoseId,
      createdAt: ctx.clock.now(),
    })
    .onConflictDoNothing({ target: principals.anonHash })
  // Read again, since another of several simultaneous first calls may have created the row.
  const row = await findActingVisitor(ctx, wanted)
  if (!row || row === 'spent') return admitVisitor(ctx, undefined)
  return { row, anonymousId: wanted }
}

export function newAnonymousId(): string {
  return `anon_${randomBytes(12).toString('hex')}`
}

export async function startNewVisitor(ctx: Ctx, reply: FastifyReply): Promise<void> {
  clearSessionCookies(reply, ctx.config)
  const { row, anonymousId } = await admitVisitor(ctx, undefined)
  const now = ctx.clock.now()
  setVisitorCookies(reply, ctx.config, { principalId: row.id, anonymousId, now })
}
