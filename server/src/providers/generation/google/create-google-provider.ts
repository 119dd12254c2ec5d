import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { z } from 'zod'
import { lookUpModel } from '../ai-sdk-kit/call-vendor.ts'
import { doneAtOnce, drawPicture } from '../ai-sdk-kit/draw-picture.ts'
import { imageToImage, textToImage } from '../ai-sdk-kit/function-specs.ts'
import { checkModel, chooseSeed, seedParam } from '../ai-sdk-kit/params.ts'
import { probeKey } from '../ai-sdk-kit/probe-key.ts'
import {
  describeAvailability,
  requireKey,
  type VendorOptions,
} from '../ai-sdk-kit/vendor-options.ts'
import { parseParams } from '../parse-params.ts'
import type { GenerationProvider, Outcome, StepCall } from '../spec.ts'

// US cents per picture: list prices of https://ai.google.dev/gemini-api/docs/pricing as known in November 2026.
const PRICES: Record<string, Record<Size, number>> = {
  'gemini-2.5-flash-image': { '1K': 3.9, '2K': 3.9, '4K': 3.9 },
  'gemini-3.1-flash-image-preview': { '1K': 6.7, '2K': 10.1, '4K': 15.1 },
  'gemini-3-pro-image-preview': { '1K': 13.4, '2K': 13.4, '4K': 24 },
}

const GOOGLE_MODELS = Object.keys(PRICES)

// For models this table does not know: above every known row.
const OTHER: Record<Size, number> = { '1K': 20, '2K': 25, '4K': 40 }

// Input pictures and the prompt are billed as input tokens, well under a cent.
const INPUT_CENTS = 0.5

const DEFAULT_MODEL = 'gemini-2.5-flash-image'

const API = 'https://generativelanguage.googleapis.com/v1beta'

// https://ai.google.dev/gemini-api/docs/image-generation: ratios and sizes of the Gemini image models.
const params = z.strictObject({
  aspectRatio: z
    .enum(['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'])
    .default('1:1'),
  imageSize: z.enum(['1K', '2K', '4K']).optional().describe('Taken by Gemini 3 models only.'),
  seed: seedParam,
})

export function createGoogleProvider(options: VendorOptions): GenerationProvider {
  return {
    id: 'google',
    title: 'Google Gemini',
    description: `Pictures by Google's Gemini image models (${DEFAULT_MODEL} unless the step names another).`,
    costsOperator: true,
    forEveryCreator: false,
    sourceType: 'trainedAlgorithmicMedia',
    functions: [
      textToImage({ description: 'Draws a picture from a text.', params, models: GOOGLE_MODELS }),
      imageToImage({
        description:
          'Changes a picture as the text says; a second picture may be given to draw on.',
        params,
        models: GOOGLE_MODELS,
        secondImage: 'optional',
      }),
    ],
    pricedBy: ['imageSize'],
    availability: () => describeAvailability(options.apiKey, 'GOOGLE_GENERATIVE_AI_API_KEY'),
    estimateCents: (call) => estimateGooglePicture(call.model ?? DEFAULT_MODEL, call.params),
    // https://ai.google.dev/api/models#method:-models.get
    lookUpModel: (call, signal) => {
      const model = checkModel(call.model, DEFAULT_MODEL)
      return lookUpModel(options, [{ from: API, to: options.baseUrl ?? API }], {
        model,
        address: `${API}/models/${encodeURIComponent(model)}`,
        headers: { 'x-goog-api-key': requireKey(options.apiKey) },
        signal,
      })
    },
    // https://ai.google.dev/api/models#method:-models.list
    probe: (signal) =>
      probeKey(options, [{ from: API, to: options.baseUrl ?? API }], {
        vendor: 'Google',
        variable: 'GOOGLE_GENERATIVE_AI_API_KEY',
        address: `${API}/models?pageSize=1`,
        headers: { 'x-goog-api-key': requireKey(options.apiKey) },
        signal,
      }),
    start: async (call, io) => drawWithGoogle(options, call, io.signal),
    ...doneAtOnce,
  }
}

function drawWithGoogle(
  options: VendorOptions,
  call: StepCall,
  signal: AbortSignal,
): Promise<Outcome> {
  const model = checkModel(call.model, DEFAULT_MODEL)
  const { aspectRatio, imageSize, seed } = parseParams(params, call.params)
  return drawPicture(options, call, signal, {
    api: API,
    model: (line) => createGoogleGenerativeAI(line).image(model),
    settings: {
      aspectRatio,
      seed: chooseSeed(seed, call.seed),
      ...(imageSize ? { providerOptions: { google: { imageConfig: { imageSize } } } } : {}),
    },
  })
}

type Size = '1K' | '2K' | '4K'

function estimateGooglePicture(model: string, params: Record<string, unknown>): number {
  const row = PRICES[model] ?? OTHER
  const { imageSize } = params
  const size: Size = imageSize === '2K' || imageSize === '4K' ? imageSize : '1K'
  return Math.ceil(row[size] + INPUT_CENTS)
}
