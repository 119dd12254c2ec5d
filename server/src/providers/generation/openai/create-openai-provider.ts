import { createOpenAI } from '@ai-sdk/openai'
import { z } from 'zod'
import { lookUpModel } from '../ai-sdk-kit/call-vendor.ts'
import { doneAtOnce, drawPicture } from '../ai-sdk-kit/draw-picture.ts'
import { imageToImage, textToImage } from '../ai-sdk-kit/function-specs.ts'
import { checkModel } from '../ai-sdk-kit/params.ts'
import { probeKey } from '../ai-sdk-kit/probe-key.ts'
import {
  describeAvailability,
  requireKey,
  type VendorOptions,
} from '../ai-sdk-kit/vendor-options.ts'
import { parseParams } from '../parse-params.ts'
import type { GenerationProvider, Outcome, StepCall } from '../spec.ts'

// List prices of https://developers.openai.com/api/docs/pricing as known in November 2026.
// gpt-image-2 is billed by tokens; its row is the usual price with a margin.
const PRICES: Record<string, Row> = {
  'gpt-image-1-mini': {
    low: { square: 0.5, large: 0.6 },
    medium: { square: 1.1, large: 1.5 },
    high: { square: 3.6, large: 5.2 },
  },
  'gpt-image-1': {
    low: { square: 1.1, large: 1.6 },
    medium: { square: 4.2, large: 6.3 },
    high: { square: 16.7, large: 25 },
  },
  'gpt-image-1.5': {
    low: { square: 0.9, large: 1.3 },
    medium: { square: 3.4, large: 5 },
    high: { square: 13.3, large: 20 },
  },
  'gpt-image-2': {
    low: { square: 2, large: 3 },
    medium: { square: 8, large: 11 },
    high: { square: 21, large: 30 },
  },
}

const OPENAI_MODELS = Object.keys(PRICES)

// For models this table does not know: above every known row.
const OTHER: Row = {
  low: { square: 5, large: 8 },
  medium: { square: 15, large: 22 },
  high: { square: 40, large: 60 },
}

// Input pictures of an edit are billed as input tokens: up to two pictures at high fidelity.
const EDIT_CENTS = 4

const DEFAULT_MODEL = 'gpt-image-2'

const API = 'https://api.openai.com/v1'

// https://developers.openai.com/api/reference/resources/images: the params of GPT image models.
const drawParams = z.strictObject({
  size: z.enum(['1024x1024', '1536x1024', '1024x1536']).default('1024x1024'),
  quality: z.enum(['low', 'medium', 'high', 'auto']).default('medium'),
  background: z.enum(['opaque', 'transparent', 'auto']).optional(),
  outputFormat: z.enum(['png', 'jpeg', 'webp']).default('png'),
  outputCompression: z.int().min(0).max(100).optional(),
})

const editParams = drawParams.extend({
  inputFidelity: z
    .enum(['low', 'high'])
    .optional()
    .describe('How closely faces and details of the given picture are kept.'),
})

export function createOpenAIProvider(options: VendorOptions): GenerationProvider {
  return {
    id: 'openai',
    title: 'OpenAI',
    description: `Pictures by OpenAI's GPT image models (${DEFAULT_MODEL} unless the step names another).`,
    costsOperator: true,
    forEveryCreator: false,
    sourceType: 'trainedAlgorithmicMedia',
    functions: [
      textToImage({
        description: 'Draws a picture from a text.',
        params: drawParams,
        models: OPENAI_MODELS,
      }),
      imageToImage({
        description:
          'Changes a picture as the text says; a second picture may be given to draw on.',
        params: editParams,
        models: OPENAI_MODELS,
        secondImage: 'optional',
      }),
    ],
    pricedBy: ['size', 'quality'],
    availability: () => describeAvailability(options.apiKey, 'OPENAI_API_KEY'),
    estimateCents: ({ functionType, model, params }) =>
      estimateOpenAIPicture(model ?? DEFAULT_MODEL, functionType, params),
    // https://developers.openai.com/api/reference/resources/models/methods/retrieve
    lookUpModel: (call, signal) => {
      const model = checkModel(call.model, DEFAULT_MODEL)
      return lookUpModel(options, [{ from: API, to: options.baseUrl ?? API }], {
        model,
        address: `${API}/models/${encodeURIComponent(model)}`,
        headers: { authorization: `Bearer ${requireKey(options.apiKey)}` },
        signal,
      })
    },
    // https://developers.openai.com/api/reference/resources/models/methods/list
    probe: (signal) =>
      probeKey(options, [{ from: API, to: options.baseUrl ?? API }], {
        vendor: 'OpenAI',
        variable: 'OPENAI_API_KEY',
        address: `${API}/models`,
        headers: { authorization: `Bearer ${requireKey(options.apiKey)}` },
        signal,
      }),
    start: async (call, io) => drawWithOpenAI(options, call, io.signal),
    ...doneAtOnce,
  }
}

function drawWithOpenAI(
  options: VendorOptions,
  call: StepCall,
  signal: AbortSignal,
): Promise<Outcome> {
  const model = checkModel(call.model, DEFAULT_MODEL)
  const edits = call.functionType === 'image_to_image'
  const { size, ...openai } = parseParams(edits ? editParams : drawParams, call.params)
  return drawPicture(options, call, signal, {
    api: API,
    model: (line) => createOpenAI(line).image(model),
    settings: {
      size,
      providerOptions: { openai },
      // OpenAI's own clients send this header on retries; a server without support ignores the header.
      headers: { 'idempotency-key': call.idempotencyKey },
    },
  })
}

type Quality = 'low' | 'medium' | 'high'

/** US cents per picture at 1024x1024, and at the two larger sizes. */
type Row = Record<Quality, { square: number; large: number }>

/** Whole cents, rounded up; "auto" counts as high, since the model may choose high. */
function estimateOpenAIPicture(
  model: string,
  functionType: string,
  params: Record<string, unknown>,
): number {
  const row = PRICES[model] ?? OTHER
  const asked = params.quality ?? 'medium'
  const quality: Quality = asked === 'low' || asked === 'medium' ? asked : 'high'
  const shape = (params.size ?? '1024x1024') === '1024x1024' ? 'square' : 'large'
  const edit = functionType === 'image_to_image' ? EDIT_CENTS : 0
  return Math.max(1, Math.ceil(row[quality][shape] + edit))
}
