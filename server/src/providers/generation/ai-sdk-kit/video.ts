import type { FalProvider } from '@ai-sdk/fal'
import type { ReplicateProvider } from '@ai-sdk/replicate'
import {
  experimental_getVideoStatus as getVideoStatus,
  type JSONValue,
  type experimental_startVideo as startVideo,
} from 'ai'
import type { z } from 'zod'
import { parseRetryAfter } from '../../../platform/http-client/parse-retry-after.ts'
import { describeStatus, describeUnreachable, readVendorWords } from '../describe-status.ts'
import { type Operation, type Product, ProviderError } from '../spec.ts'
import type { VendorLine } from './call-vendor.ts'
import { describeCause, hideIn } from './describe-failure.ts'

type VideoModel = Parameters<typeof getVideoStatus>[0]

/** Polls a running video once; undefined while the vendor works. */
export async function checkVideo(
  model: VideoModel,
  operation: JSONValue,
  line: VendorLine,
  hide: readonly string[],
): Promise<Product | undefined> {
  const { abortSignal, seen } = line
  const state = await getVideoStatus(model, { operation, abortSignal, maxRetries: 0 })
  if (state.status === 'pending') return undefined
  if (state.status === 'error') {
    abortSignal.throwIfAborted()
    throw describeStateError(state.error, seen, hide)
  }
  const [video] = state.videos
  if (video?.type === 'url') return { from: 'address', kind: 'video', url: video.url }
  throw new ProviderError('provider_no_result', 'The generator returned no video.', {
    retryable: false,
  })
}

/** The fal model reports even a transient 503 as a failed video, so the HTTP status decides. */
function describeStateError(
  text: string,
  seen: VendorLine['seen'],
  hide: readonly string[],
): ProviderError {
  const cause = describeCause(text, hide)
  if (seen.failure !== undefined) return describeUnreachable(cause)
  if (seen.status !== undefined && seen.status >= 400) {
    const retryAfterMs = parseRetryAfter(seen.headers?.get('retry-after'), new Date())
    const words = readVendorWords(hideIn(text, hide))
    return describeStatus(seen.status, { retryAfterMs, body: text, cause, words })
  }
  return new ProviderError('provider_failed', 'The generator could not make this video.', {
    retryable: false,
    cause,
    told: `The generator could not make this video: ${hideIn(text, hide).slice(0, 300)}`,
  })
}

type CoreModel = Parameters<typeof startVideo>[0]['model']
type VendorModel = ReturnType<FalProvider['video']> | ReturnType<ReplicateProvider['video']>

/**
 * The SDK's core and the vendors' packages pin different patch releases of one model type, which differ in
 * `readonly` only.
 */
export function asCoreModel(model: VendorModel): CoreModel {
  return model as unknown as CoreModel
}

export function readOperation<T>(schema: z.ZodType<T>, stored: Operation): T {
  const read = schema.safeParse(stored)
  if (read.success) return read.data
  throw new ProviderError('operation_unknown', 'This generation can not be resumed.', {
    retryable: false,
  })
}
