import { createFal } from '@ai-sdk/fal'
import { callVendor, lookUpModel } from '../ai-sdk-kit/call-vendor.ts'
import { generatePicture } from '../ai-sdk-kit/draw-picture.ts'
import { estimatePrice } from '../ai-sdk-kit/estimate-price.ts'
import {
  imageToImage,
  imageToVideo,
  textToImage,
  textToVideo,
} from '../ai-sdk-kit/function-specs.ts'
import { checkModel, chooseSeed, textToVideoParams } from '../ai-sdk-kit/params.ts'
import { probeKey } from '../ai-sdk-kit/probe-key.ts'
import { DEFAULTS, describeAvailability, requireKey } from '../ai-sdk-kit/vendor-options.ts'
import { parseParams } from '../parse-params.ts'
import type { CallIo, FoundModel, GenerationProvider, Outcome, StepCall } from '../spec.ts'
import { FAL_PLATFORM, type FalOptions, falEndpoints } from './endpoints.ts'
import {
  FAL_DEFAULT_MODELS,
  FAL_MODELS,
  FAL_PRICES,
  falImageParams,
  falImageToVideoParams,
} from './models.ts'
import { cancelFalVideo, checkFalVideo, startFalVideo } from './video.ts'

const PUBLISHED: ReadonlySet<string> = new Set(Object.values(FAL_MODELS).flat())

export function createFalProvider(options: FalOptions): GenerationProvider {
  const modelOf = (call: Pick<StepCall, 'functionType' | 'model'>) =>
    checkModel(call.model, FAL_DEFAULT_MODELS[call.functionType] ?? '')
  return {
    id: 'fal',
    title: 'fal',
    description: 'Pictures and videos by the models hosted at fal.ai under fal-ai/.',
    costsOperator: true,
    forEveryCreator: false,
    sourceType: 'trainedAlgorithmicMedia',
    functions: [
      textToImage({
        description: 'Draws a picture from a text.',
        params: falImageParams,
        models: FAL_MODELS.text_to_image,
      }),
      imageToImage({
        description: 'Changes a picture as the text says.',
        params: falImageParams,
        models: FAL_MODELS.image_to_image,
        secondImage: 'none',
      }),
      textToVideo({
        description: 'Makes a video from a text.',
        params: textToVideoParams,
        models: FAL_MODELS.text_to_video,
      }),
      imageToVideo({
        description: 'Makes a video that begins with a picture, and may end with another.',
        params: falImageToVideoParams,
        models: FAL_MODELS.image_to_video,
      }),
    ],
    pricedBy: ['size', 'duration'],
    availability: () => describeAvailability(options.apiKey, 'FAL_KEY'),
    estimateCents: (call) => estimateFal(modelOf(call), call),
    lookUpModel: async (call, signal) => lookUpFalModel(options, modelOf(call), signal),
    // A proxy has neither the list nor its prices.
    ...(options.baseUrl ? {} : { probe: (signal) => probeFal(options, signal) }),
    start: async (call, io) =>
      call.functionType.endsWith('_to_video')
        ? startFalVideo(options, modelOf(call), call, io)
        : drawWithFal(options, modelOf(call), call, io),
    check: (operation, io) => checkFalVideo(options, operation, io),
    cancel: (operation) => cancelFalVideo(options, operation),
  }
}

/**
 * Only the price list asks for a key (https://fal.ai/docs/api-reference/platform-apis); the list of
 * models answers without one.
 */
function probeFal(options: FalOptions, signal: AbortSignal): Promise<string> {
  const model = encodeURIComponent(FAL_DEFAULT_MODELS['text_to_image'] ?? '')
  return probeKey(options, [{ from: FAL_PLATFORM, to: FAL_PLATFORM }], {
    vendor: 'fal',
    variable: 'FAL_KEY',
    address: `${FAL_PLATFORM}/v1/models/pricing?endpoint_id=${model}`,
    headers: { authorization: `Key ${requireKey(options.apiKey)}` },
    signal,
  })
}

function estimateFal(
  model: string,
  { functionType, params }: Pick<StepCall, 'functionType' | 'params'>,
): number {
  return estimatePrice(FAL_PRICES, {
    model,
    output: functionType.endsWith('_to_video') ? 'video' : 'image',
    size: typeof params.size === 'string' ? params.size : undefined,
    durationSeconds: typeof params.duration === 'number' ? params.duration : undefined,
  })
}

function drawWithFal(
  options: FalOptions,
  model: string,
  call: StepCall,
  io: CallIo,
): Promise<Outcome> {
  const apiKey = requireKey(options.apiKey)
  const { size, aspectRatio, seed, options: own } = parseParams(falImageParams, call.params)
  const { baseURL, api } = falEndpoints(options)
  const timeoutMs = options.pictureTimeoutMs ?? DEFAULTS.pictureTimeoutMs
  const hide = [apiKey, call.prompt]
  return callVendor(options, { signal: io.signal, timeoutMs, api, hide }, (line) =>
    generatePicture({
      model: createFal({ apiKey, baseURL, fetch: line.fetch }).image(model),
      prompt: call.prompt,
      images: [call.firstImage],
      abortSignal: line.abortSignal,
      settings: {
        ...(size ? { size } : aspectRatio ? { aspectRatio } : {}),
        seed: chooseSeed(seed, call.seed),
        providerOptions: { fal: own },
        headers: { 'idempotency-key': call.idempotencyKey },
      },
    }),
  )
}

/**
 * Asks fal's list of models (https://fal.ai/docs/api-reference/platform-apis). A model that
 * Vignette does not list may be missing in fal's list and work nevertheless, and a proxy has no such
 * list, so neither is asked for.
 */
async function lookUpFalModel(
  options: FalOptions,
  model: string,
  signal: AbortSignal,
): Promise<FoundModel | undefined> {
  if (options.baseUrl || !PUBLISHED.has(model)) return undefined
  return lookUpModel(options, [{ from: FAL_PLATFORM, to: FAL_PLATFORM }], {
    model,
    address: `${FAL_PLATFORM}/v1/models?endpoint_id=${encodeURIComponent(model)}`,
    headers: { authorization: `Key ${requireKey(options.apiKey)}` },
    signal,
  })
}
