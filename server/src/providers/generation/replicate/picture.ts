import { createReplicate } from '@ai-sdk/replicate'
import { callVendor } from '../ai-sdk-kit/call-vendor.ts'
import { generatePicture } from '../ai-sdk-kit/draw-picture.ts'
import { chooseSeed, namePictures } from '../ai-sdk-kit/params.ts'
import { DEFAULTS, requireKey, type VendorOptions } from '../ai-sdk-kit/vendor-options.ts'
import { parseParams } from '../parse-params.ts'
import type { CallIo, Outcome, StepCall } from '../spec.ts'
import { replicateImageParams, replicateImageToImageParams } from './models.ts'
import { cancelPrediction, readPredictionId, replicateEndpoints } from './wire.ts'

export async function drawReplicatePicture(
  options: VendorOptions,
  model: string,
  call: StepCall,
  io: CallIo,
): Promise<Outcome> {
  const apiKey = requireKey(options.apiKey)
  const edits = call.functionType === 'image_to_image'
  const params = parseParams(
    edits ? replicateImageToImageParams : replicateImageParams,
    call.params,
  )
  const pictures = edits
    ? await namePictures(call, {
        firstImageField: parseParams(replicateImageToImageParams, call.params).imageField,
      })
    : {}
  const { baseURL, api } = replicateEndpoints(options)
  let started: string | undefined
  const wire = {
    signal: io.signal,
    timeoutMs: options.pictureTimeoutMs ?? DEFAULTS.pictureTimeoutMs,
    api,
    hide: [apiKey, call.prompt],
    onAnswer: async (answer: Response, method: string) => {
      if (method === 'POST' && answer.ok) started = await readPredictionId(answer)
      return answer
    },
  }
  try {
    return await callVendor(options, wire, ({ fetch, abortSignal }) =>
      generatePicture({
        model: createReplicate({ apiToken: apiKey, baseURL, fetch }).image(model),
        prompt: call.prompt,
        images: [],
        abortSignal,
        settings: {
          ...(params.size ? { size: params.size } : {}),
          ...(params.aspectRatio ? { aspectRatio: params.aspectRatio } : {}),
          seed: chooseSeed(params.seed, call.seed),
          // A short wait returns the prediction's id early, which an abort needs to stop the work.
          providerOptions: {
            replicate: {
              ...params.options,
              ...pictures,
              maxWaitTimeInSeconds: 1,
              maxPollAttempts: 100_000,
              pollIntervalMillis: Math.min(500, options.checkAfterMs ?? 500),
            },
          },
          headers: { 'idempotency-key': call.idempotencyKey },
        },
      }),
    )
  } catch (error) {
    // Best effort and not awaited, since an abort must return at once.
    if (started) cancelPrediction(options, started).catch(() => {})
    throw error
  }
}
