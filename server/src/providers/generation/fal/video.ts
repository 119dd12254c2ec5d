import { createFal } from '@ai-sdk/fal'
import { experimental_startVideo as startVideo } from 'ai'
import { z } from 'zod'
import { callVendor, sendCancel } from '../ai-sdk-kit/call-vendor.ts'
import { findRedirection, redirect } from '../ai-sdk-kit/observe-fetch.ts'
import { chooseSeed, namePictures, textToVideoParams } from '../ai-sdk-kit/params.ts'
import { DEFAULTS, requireKey } from '../ai-sdk-kit/vendor-options.ts'
import { asCoreModel, checkVideo, readOperation } from '../ai-sdk-kit/video.ts'
import { parseParams } from '../parse-params.ts'
import type { CallIo, Operation, Outcome, StepCall } from '../spec.ts'
import { FAL_QUEUE, type FalOptions, falEndpoints } from './endpoints.ts'
import { falImageToVideoParams, spellsSeconds } from './models.ts'

const operationSchema = z.object({
  vendor: z.literal('fal'),
  model: z.string(),
  sdk: z.object({ responseUrl: z.string(), submitUrl: z.string() }),
  cancelUrl: z.string().optional(),
})

export async function startFalVideo(
  options: FalOptions,
  model: string,
  call: StepCall,
  io: CallIo,
): Promise<Outcome> {
  const apiKey = requireKey(options.apiKey)
  const fromPicture = call.functionType === 'image_to_video'
  const schema = fromPicture ? falImageToVideoParams : textToVideoParams
  const params = parseParams(schema, call.params)
  const pictures = fromPicture
    ? await namePictures(call, parseParams(falImageToVideoParams, call.params))
    : {}
  const { duration, aspectRatio, seed } = params
  // The SDK writes "5s"; a provider option of the same name replaces that.
  const plainDuration =
    duration !== undefined && !spellsSeconds(model) ? { duration: String(duration) } : {}
  let cancelUrl: string | undefined
  const wire = {
    signal: io.signal,
    timeoutMs: options.callTimeoutMs ?? DEFAULTS.callTimeoutMs,
    api: falEndpoints(options).api,
    hide: [apiKey, call.prompt],
    onAnswer: async (answer: Response) => {
      cancelUrl = await readCancelUrl(answer.clone())
      return answer
    },
  }
  return callVendor(options, wire, async ({ fetch, abortSignal }) => {
    const { operation } = await startVideo({
      model: asCoreModel(createFal({ apiKey, fetch }).video(model)),
      prompt: call.prompt ?? '',
      ...(aspectRatio ? { aspectRatio } : {}),
      ...(duration === undefined ? {} : { duration }),
      seed: chooseSeed(seed, call.seed),
      providerOptions: { fal: { ...params.options, ...plainDuration, ...pictures } },
      headers: { 'idempotency-key': call.idempotencyKey },
      maxRetries: 0,
      abortSignal,
    })
    return running(options, { vendor: 'fal', model, sdk: operation, cancelUrl })
  })
}

export async function checkFalVideo(
  options: FalOptions,
  stored: Operation,
  io: CallIo,
): Promise<Outcome> {
  const apiKey = requireKey(options.apiKey)
  const operation = readOperation(operationSchema, stored)
  const hide = [apiKey]
  const wire = {
    signal: io.signal,
    timeoutMs: options.callTimeoutMs ?? DEFAULTS.callTimeoutMs,
    api: falEndpoints(options).api,
    hide,
  }
  return callVendor(options, wire, async (line) => {
    const model = asCoreModel(createFal({ apiKey, fetch: line.fetch }).video(operation.model))
    const product = await checkVideo(model, operation.sdk, line, hide)
    if (product?.from !== 'address') return running(options, operation)
    const url = redirect(product.url, findRedirection(options.files ?? [], product.url))
    return { state: 'done', product: { ...product, url } }
  })
}

/** https://fal.ai/docs/inference-api/queue/cancel: PUT, answered 202, 400 when already done, 404 when unknown. */
export async function cancelFalVideo(options: FalOptions, stored: Operation): Promise<void> {
  const { sdk, cancelUrl } = readOperation(operationSchema, stored)
  const address = cancelUrl ?? `${sdk.responseUrl.replace(/\/response$/, '')}/cancel`
  const headers = { authorization: `Key ${requireKey(options.apiKey)}` }
  await sendCancel(options, falEndpoints(options).api, { method: 'PUT', address, headers })
}

function running(options: FalOptions, operation: Operation): Outcome {
  const checkAfterMs = options.checkAfterMs ?? DEFAULTS.checkAfterMs
  return { state: 'running', operation, checkAfterMs }
}

async function readCancelUrl(answer: Response): Promise<string | undefined> {
  const body: unknown = await answer.json().catch(() => undefined)
  const read = z.object({ cancel_url: z.string() }).safeParse(body)
  const address = read.success ? read.data.cancel_url : undefined
  return address && URL.parse(address)?.origin === FAL_QUEUE ? address : undefined
}
