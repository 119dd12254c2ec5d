import { PROOF } from '@vignette/contract/proof-limits.ts'
import { MAX_IMAGE_PIXELS } from '@vignette/contract/upload-limits.ts'
import type { Ctx } from '../../ctx.ts'
import type { FinishedMedia, ProofRequest, SourceType } from './child/messages.ts'
import { type PreparedMedia, storeFinished } from './prepare-media.ts'
import type { MediaRow } from './tables.ts'

const PROOF_LIMIT_MS = 120_000

/** Puts a small and marked likeness of a stored file into the store, for a buyer who has not paid yet. */
export async function prepareProof(
  ctx: Ctx,
  whole: Pick<MediaRow, 'kind' | 'storageKey'>,
  { sourceType, signal }: { sourceType: SourceType | null; signal: AbortSignal },
): Promise<PreparedMedia> {
  const { kind, storageKey } = whole
  if (kind === 'audio') throw new Error('a sound has no proof')
  const request: ProofRequest = {
    bytes: await ctx.storage.read(storageKey),
    maxPixels: MAX_IMAGE_PIXELS,
    sourceType,
    longestSide: PROOF.longestSide,
    seconds: PROOF.filmSeconds,
  }
  const task = kind === 'image' ? 'proveImage' : 'proveVideo'
  const finished = await ctx.children.run<FinishedMedia>(task, request, {
    timeoutMs: PROOF_LIMIT_MS,
    signal,
  })
  return storeFinished(ctx, { kind, origin: 'generated' }, finished)
}
