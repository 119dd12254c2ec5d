import { plainName } from '@vignette/contract/shop.ts'
import { eq } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { writeZip } from '../../platform/http/write-zip.ts'
import { pastUsernames, sessions } from '../../schema/identity.ts'
import { shopOf } from '../../shop.ts'
import { requireUser } from './caller.ts'
import { exportOwned } from './owned-rows.ts'
import { type ExportedFile, identityPorts } from './ports.ts'
import { findPrincipalRow } from './principal.ts'

/** The account's own data first, then each feature's data about the person. */
export async function gatherAccount(ctx: Ctx, principalId: string): Promise<ExportedFile[]> {
  return inTransaction(ctx, async (tx) => {
    const row = await findPrincipalRow(tx, principalId)
    const rows = await tx.db.select().from(sessions).where(eq(sessions.principalId, principalId))
    const past = await tx.db
      .select()
      .from(pastUsernames)
      .where(eq(pastUsernames.principalId, principalId))
    const account = {
      id: principalId,
      username: row?.username,
      past_usernames: past.map(({ username, keptUntil }) => ({ username, kept_until: keptUntil })),
      email: row?.email,
      email_verified: row?.emailVerified,
      picture: row?.picture,
      identity_provider: row?.issuer,
      created_at: row?.createdAt,
      creator_terms: row?.creatorTerms,
      creator_terms_at: row?.creatorTermsAt,
      approved_creator_at: row?.approvedCreatorAt,
      asked_approval_at: row?.askedApprovalAt,
      sessions: rows.map((session) => ({
        kind: session.kind,
        label: session.label,
        scopes: session.scopes,
        origins: session.origins,
        last_address: session.lastAddress,
        created_at: session.createdAt,
        last_seen_at: session.lastSeenAt,
        expires_at: session.expiresAt,
        revoked_at: session.revokedAt,
      })),
    }
    const files: ExportedFile[] = [
      { name: 'account.json', content: `${JSON.stringify(account, null, 2)}\n` },
    ]
    files.push(...(await exportOwned(tx, principalId)))
    for await (const some of identityPorts.exportedFiles.askEach(tx, { principalId })) {
      files.push(...some)
    }
    return files
  })
}

export async function exportAccount(ctx: Ctx, reply: FastifyReply): Promise<void> {
  const user = requireUser(ctx)
  await sendAccount(ctx, reply, await gatherAccount(ctx, user.id))
}

export async function sendAccount(
  ctx: Ctx,
  reply: FastifyReply,
  files: ExportedFile[],
): Promise<void> {
  await reply
    .header('content-type', 'application/zip')
    .header(
      'content-disposition',
      `attachment; filename="${plainName(shopOf(ctx).name)}-account.zip"`,
    )
    .header('cache-control', 'no-store')
    .send(writeZip(files, ctx.clock.now()))
}
