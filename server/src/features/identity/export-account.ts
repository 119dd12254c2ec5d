import type { PassThrough } from 'node:stream'
import { eq } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { ZipFile } from 'yazl'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { pastUsernames, sessions } from '../../schema/identity.ts'
import { requireUser } from './caller.ts'
import { exportOwned } from './owned-rows.ts'
import { type ExportedFile, identityPorts } from './ports.ts'
import { findPrincipalRow } from './principal.ts'

/** The account's own data first, then each feature's data about the person. */
async function gather(ctx: Ctx, principalId: string): Promise<ExportedFile[]> {
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

/** A file that can no longer be opened aborts the download: a silent gap would be worse. */
function addLazily(
  zip: ZipFile,
  file: Extract<ExportedFile, { open: unknown }>,
  options: { mtime: Date },
): void {
  // Pictures and films are already compressed.
  zip.addReadStreamLazy(file.name, { ...options, compress: false }, (done) => {
    file.open().then(
      (stream) => done(null, stream),
      (error: unknown) => done(error, null as never),
    )
  })
}

export async function exportAccount(ctx: Ctx, reply: FastifyReply): Promise<void> {
  const user = requireUser(ctx)
  const files = await gather(ctx, user.id)
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  zip.on('error', (error: Error) => output.destroy(error))
  for (const file of files) {
    const options = { mtime: ctx.clock.now() }
    if ('content' in file) zip.addBuffer(Buffer.from(file.content), file.name, options)
    else addLazily(zip, file, options)
  }
  zip.end()
  await reply
    .header('content-type', 'application/zip')
    .header('content-disposition', 'attachment; filename="vignette-account.zip"')
    .header('cache-control', 'no-store')
    .send(output)
}
