import { MAX_IMAGE_PIXELS } from '@vignette/contract/upload-limits.ts'
import { type Ctx, OutsideFirst, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { creations, showsFile } from '../../schema/creations.ts'
import type { MediaRow } from '../../schema/media.ts'
import { recordVerdict } from '../media/index.ts'
import type { ImageScores, ScoreRequest } from './child/score-image.ts'
import { assertMayBePublic } from './report.ts'
import type { ImageCheck, ImageVerdict } from './spec.ts'

const STRICTNESS = { allow: 0, adult: 1, review: 2, refuse: 3 } as const

export async function checkImage(
  ctx: Ctx,
  bytes: Uint8Array,
  how: { signal?: AbortSignal; mayBeAdult?: boolean } = {},
): Promise<ImageVerdict> {
  const verdicts = await Promise.all(IMAGE_CHECKS.map((one) => one.check(ctx, bytes, how)))
  const strictest = verdicts.reduce(
    (most, next) => (STRICTNESS[next.decision] > STRICTNESS[most.decision] ? next : most),
    { decision: 'allow', score: 0 } as ImageVerdict,
  )
  const seen = verdicts.find(({ features }) => features)?.features
  return seen ? { ...strictest, features: seen } : strictest
}

const SCORE_LIMIT_MS = 30_000

const nsfwScore: ImageCheck = {
  name: ({ NSFW_THRESHOLD, NSFW_REFUSE_THRESHOLD }) =>
    `nsfw-score ${NSFW_THRESHOLD} ${NSFW_REFUSE_THRESHOLD}`,
  async check(ctx, bytes, { signal, mayBeAdult }) {
    const request: ScoreRequest = { bytes, maxPixels: MAX_IMAGE_PIXELS }
    const scores = await ctx.children.run<ImageScores>('scoreImage', request, {
      timeoutMs: SCORE_LIMIT_MS,
      ...(signal ? { signal } : {}),
    })
    const score = Math.min(1, scores.porn + scores.hentai)
    const features = Buffer.from(scores.features).toString('base64')
    const { CONTENT_POLICY, NSFW_THRESHOLD, NSFW_REFUSE_THRESHOLD } = ctx.config
    if (mayBeAdult && CONTENT_POLICY === 'adult')
      return { decision: score >= NSFW_THRESHOLD ? 'adult' : 'allow', score, features }
    // The model often misreads drawings, so only a near-certain photograph is refused outright.
    if (scores.porn >= NSFW_REFUSE_THRESHOLD) return { decision: 'refuse', score, features }
    return { decision: score >= NSFW_THRESHOLD ? 'review' : 'allow', score, features }
  },
}

const IMAGE_CHECKS: readonly ImageCheck[] = [nsfwScore]

/** Names the current checks with their thresholds. */
function checksInForce(ctx: Pick<Ctx, 'config'>): string {
  return IMAGE_CHECKS.map((one) => one.name(ctx.config)).join(', ')
}

type Verdict = Pick<MediaRow, 'verdict' | 'verdictBy'>

export async function scorePicture(ctx: Ctx, bytes: Uint8Array) {
  const { decision } = await checkImage(ctx, bytes)
  // Without `mayBeAdult` no check says so.
  if (decision === 'adult') throw new Error('an upload was judged as adult')
  return { verdict: decision, verdictBy: checksInForce(ctx) } satisfies Verdict
}

/**
 * Where no check in force has scored some of these uploads, leaves the transaction, scores all of
 * them and lets the transaction start again. A caller with many files calls this once, since each
 * call may start the whole transaction again.
 */
export function requireScores(tx: TxCtx, files: readonly MediaRow[]): void {
  const inForce = checksInForce(tx)
  const unscored = files.flatMap((file) => {
    const picture = pictureOf(file)
    const lacks = !file.public && file.origin === 'upload' && file.verdictBy !== inForce
    return lacks && picture ? [{ id: file.id, picture }] : []
  })
  if (unscored.length === 0) return
  throw new OutsideFirst(async (ctx) => {
    for (const file of unscored) await scoreFile(ctx, file)
  })
}

/** The stored picture that is scored for a file; null for a file without one. */
function pictureOf(file: MediaRow): string | null {
  return file.previewKey ?? (file.kind === 'image' ? file.storageKey : null)
}

/** Scores a stored upload that no check in force has scored, and stores the verdict with the file. */
async function scoreFile(ctx: Ctx, file: { id: string; picture: string }): Promise<void> {
  const verdict = await scorePicture(ctx, await ctx.storage.read(file.picture))
  await recordVerdict(ctx, file.id, verdict)
}

/**
 * Called before a person's own file becomes public. At upload a file was only checked
 * against `refuse`; publishing requires the verdict `allow`, of a test's product too. Creations were
 * checked at delivery. Where no check in force has scored the file, the file is scored outside the transaction
 * first.
 */
export async function assertShowable(tx: TxCtx, path: string, file: MediaRow): Promise<void> {
  if (file.verdict === 'adult')
    throw unfit(path, 'shows adult content, which stays on its own page')
  if (file.public) return
  await assertCreationMayBePublic(tx, file.id)
  if (file.origin === 'upload' && !pictureOf(file)) return
  requireScores(tx, [file])
  if (file.verdict === 'allow' || (file.origin === 'generated' && !file.verdict)) return
  throw unfit(path, 'shows what may not be public here')
}

function unfit(path: string, message: string): AppError {
  return new AppError('content_refused', `${path} ${message}. The file stays yours to see.`, {
    details: [{ path, message }],
  })
}

/** The file of a creation in review or hidden must not become public as a sample or input either. */
async function assertCreationMayBePublic(tx: TxCtx, mediaId: string): Promise<void> {
  const [row] = await tx.db
    .select({ id: creations.id, hiddenAt: creations.hiddenAt })
    .from(creations)
    .where(showsFile(mediaId))
  if (!row) return
  await assertMayBePublic(tx, row.id)
  if (row.hiddenAt) {
    throw new AppError('content_refused', 'This creation was hidden and cannot be shown.')
  }
}
