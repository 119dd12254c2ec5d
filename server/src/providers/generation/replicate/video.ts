import { createReplicate } from '@ai-sdk/replicate'
import { experimental_startVideo as startVideo } from 'ai'
import { z } from 'zod'
import { callVendor } from '../ai-sdk-kit/call-vendor.ts'
import { chooseSeed, namePictures, textToVideoParams } from '../ai-sdk-kit/params.ts'
import { DEFAULTS, requireKey, type VendorOptions } from '../ai-sdk-kit/vendor-options.ts'
import { asCoreModel, checkVideo, readOperation } from '../ai-sdk-kit/video.ts'
import { parseParams } from '../parse-params.ts'
import type { CallIo, Operation, Outcome, Product, StepCall } from '../spec.ts'
import { replicateImageToVideoParams } from './models.ts'
import { callTimeout, cancelPrediction, replicateEndpoints, straightenPrediction } from './wire.ts'

const operationSchema = z.object({
  vendor: z.literal('replicate'),
  model: z.string(),
  sdk: z.object({ getUrl: z.string() }),
})

export async function startReplicateVideo(
  options: VendorOptions,
  model: string,
  call: StepCall,
  io: CallIo,
): Promise<Outcome> {
  const apiKey = requireKey(options.apiKey)
  const fromPicture = call.functionType === 'image_to_video'
  const params = parseParams(
    fromPicture ? replicateImageToVideoParams : textToVideoParams,
    call.params,
  )
  const pictures = fromPicture
    ? await namePictures(call, parseParams(replicateImageToVideoParams, call.params))
    : {}
  const { duration, aspectRatio, seed } = params
  const { baseURL } = replicateEndpoints(options)
  const hide = [apiKey, call.prompt]
  return callVendor(options, wire(options, io, hide), async ({ fetch, abortSignal }) => {
    const { operation } = await startVideo({
      model: asCoreModel(createReplicate({ apiToken: apiKey, baseURL, fetch }).video(model)),
      prompt: call.prompt ?? '',
      ...(aspectRatio ? { aspectRatio } : {}),
      ...(duration === undefined ? {} : { duration }),
      seed: chooseSeed(seed, call.seed),
      providerOptions: { replicate: { ...params.options, ...pictures } },
      headers: { 'idempotency-key': call.idempotencyKey },
      maxRetries: 0,
      abortSignal,
    })
    return running(options, { vendor: 'replicate', model, sdk: operation })
  })
}

export async function checkReplicateVideo(
  options: VendorOptions,
  stored: Operation,
  io: CallIo,
): Promise<Outcome> {
  const apiKey = requireKey(options.apiKey)
  const operation = readOperation(operationSchema, stored)
  const { baseURL } = replicateEndpoints(options)
  const hide = [apiKey]
  return callVendor(options, wire(options, io, hide), async (line) => {
    const vendor = createReplicate({ apiToken: apiKey, baseURL, fetch: line.fetch })
    const model = asCoreModel(vendor.video(operation.model))
    const product = await checkVideo(model, operation.sdk, line, hide)
    if (!product) return running(options, operation)
    return { state: 'done', product: authorise(product, apiKey, baseURL) }
  })
}

export async function cancelReplicateVideo(
  options: VendorOptions,
  stored: Operation,
): Promise<void> {
  const { sdk } = readOperation(operationSchema, stored)
  const id = URL.parse(sdk.getUrl)?.pathname.split('/').at(-1)
  if (id) await cancelPrediction(options, id)
}

function wire(options: VendorOptions, io: CallIo, hide: (string | undefined)[]) {
  const { api } = replicateEndpoints(options)
  const timeoutMs = callTimeout(options)
  return { signal: io.signal, timeoutMs, api, hide, onAnswer: straightenPrediction }
}

/** Files of replicate.delivery are public for an hour; files behind the API need the token. */
function authorise(product: Product, apiKey: string, baseURL: string): Product {
  if (product.from !== 'address') return product
  const behindApi = URL.parse(product.url)?.origin === new URL(baseURL).origin
  return behindApi ? { ...product, headers: { authorization: `Bearer ${apiKey}` } } : product
}

function running(options: VendorOptions, operation: Operation): Outcome {
  const checkAfterMs = options.checkAfterMs ?? DEFAULTS.checkAfterMs
  return { state: 'running', operation, checkAfterMs }
}
