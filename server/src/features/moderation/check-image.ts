import { MAX_IMAGE_PIXELS } from '@vignette/contract/upload-limits.ts'
import { type Ctx, OutsideFirst, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { creations, showsFile } from '../../schema/creations.ts'
import type { MediaRow } from '../../schema/media.ts'
import { readPictures, recordVerdict } from '../media/index.ts'
import type { ImageScores, ScoreRequest } from './child/score-image.ts'
import { assertMayBePublic } from './report.ts'
import type { ImageCheck, ImageVerdict } from './spec.ts'

const STRICTNESS = { allow: 0, adult: 1, review: 2, refuse: 3 } as const

interface CheckHow {
  signal?: AbortSignal
  mayBeAdult?: boolean
}

async function checkImage(ctx: Ctx, bytes: Uint8Array, how: CheckHow): Promise<ImageVerdict> {
  const verdicts = await Promise.all(IMAGE_CHECKS.map((one) => one.check(ctx, bytes, how)))
  const strictest = verdicts.reduce(stricterOf, { decision: 'allow', score: 0 } as ImageVerdict)
  const seen = verdicts.find(({ features }) => features)?.features
  return seen ? { ...strictest, features: seen } : strictest
}

/** The strictest verdict on pictures of one file; what was seen is of the first. */
export async function checkPictures(
  ctx: Ctx,
  pictures: readonly Uint8Array[],
  how: CheckHow = {},
): Promise<ImageVerdict> {
  let strictest: ImageVerdict = { decision: 'allow', score: 0 }
  let seen: string | undefined
  for (const [at, bytes] of pictures.entries()) {
    const { features, ...verdict } = await checkImage(ctx, bytes, how)
    if (at === 0) seen = features
    strictest = stricterOf(strictest, verdict)
    if (strictest.decision === 'refuse') break
  }
  return seen ? { ...strictest, features: seen } : strictest
}

/** Of two equally strict verdicts the higher score says more. */
function stricterOf(one: ImageVerdict, other: ImageVerdict): ImageVerdict {
  const more = STRICTNESS[other.decision] - STRICTNESS[one.decision]
  return more > 0 || (more === 0 && other.score > one.score) ? other : one
}

const SCORE_LIMIT_MS = 30_000

const nsfwScore: ImageCheck = {
  name: ({ NSFW_THRESHOLD, NSFW_REFUSE_THRESHOLD }) =>
    `nsfw-score of frames ${NSFW_THRESHOLD} ${NSFW_REFUSE_THRESHOLD}`,
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

export async function scorePictures(ctx: Ctx, pictures: readonly Uint8Array[]) {
  const { decision } = await checkPictures(ctx, pictures)
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
    const lacks = !file.public && file.origin === 'upload' && file.verdictBy !== inForce
    return lacks && file.kind !== 'audio' ? [file] : []
  })
  if (unscored.length === 0) return
  throw new OutsideFirst(async (ctx) => {
    for (const file of unscored) await scoreFile(ctx, file)
  })
}

/** Scores a stored upload that no check in force has scored, and stores the verdict with the file. */
async function scoreFile(ctx: Ctx, file: MediaRow): Promise<void> {
  const verdict = await scorePictures(ctx, await readPictures(ctx, file))
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
  if (file.origin === 'upload' && file.kind === 'audio') return
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
