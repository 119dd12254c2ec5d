import { and, eq, exists, inArray, isNull, or } from 'drizzle-orm'
import type { Caller, Ctx, Principal } from '../../ctx.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { cases } from '../../schema/cases.ts'
import { creationFiles, creations, showsFile } from '../../schema/creations.ts'
import type { MediaRow } from '../../schema/media.ts'
import { reports } from '../../schema/moderation.ts'
import { payments } from '../../schema/payments.ts'
import { listOwners } from '../identity/index.ts'
import { mediaPorts } from './ports.ts'

/** Whether the caller may see a private file: its owner, the holder of its link, and who must judge it. */
export async function maySee(
  ctx: Ctx,
  row: MediaRow,
  key: unknown,
  identify: () => Promise<Caller>,
): Promise<boolean> {
  if (typeof key === 'string' && row.linkHash && hashSecret(key) === row.linkHash) return true
  const { principal } = await identify()
  if (principal?.id === row.ownerId) return true
  // An admin may see a private file only while a report is about the file.
  if (principal?.roles.includes('moderator')) {
    if (await isReported(ctx, row.id)) return true
    const look = { mediaId: row.id, staffId: principal.id }
    if (await mediaPorts.openClaimed.ask(ctx, look)) return true
  }
  return principal !== null && !principal.banned && isShared(ctx, row.id, principal)
}

/** Whether a person or the classifier has ever asked for a review of the creation with this file. */
async function isReported(ctx: Ctx, mediaId: string): Promise<boolean> {
  const [report] = await ctx.db
    .select({ id: reports.id })
    .from(reports)
    .innerJoin(creations, eq(creations.id, reports.subjectId))
    .where(and(eq(reports.subjectType, 'creation'), showsFile(mediaId)))
    .limit(1)
  return report !== undefined
}

/** While a case is undecided, its creator and the operator see what its buyer shares. */
async function isShared(
  ctx: Ctx,
  mediaId: string,
  viewer: Pick<Principal, 'id' | 'roles'>,
): Promise<boolean> {
  const given = ctx.db
    .select({ id: creationFiles.creationId })
    .from(creationFiles)
    .where(and(eq(creationFiles.creationId, creations.id), eq(creationFiles.mediaId, mediaId)))
  const shared = await ctx.db
    .select({ creatorId: cases.creatorId })
    .from(cases)
    .innerJoin(payments, eq(payments.id, cases.paymentId))
    .innerJoin(creations, eq(creations.id, payments.creationId))
    .where(
      and(
        or(showsFile(mediaId), exists(given)),
        isNull(creations.deletedAt),
        isNull(creations.hiddenAt),
        eq(cases.shared, true),
        inArray(cases.state, ['open', 'answered']),
      ),
    )
  if (shared.length === 0) return false
  if (viewer.roles.includes('moderator')) return true
  const owners = await listOwners(ctx, viewer.id)
  return shared.some(({ creatorId }) => creatorId && owners.includes(creatorId))
}
