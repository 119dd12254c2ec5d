import { createOpenAI } from '@ai-sdk/openai'
import { z } from 'zod'
import { doneAtOnce } from '../ai-sdk-kit/done-at-once.ts'
import { drawPicture } from '../ai-sdk-kit/draw-picture.ts'
import { imageToImage, textToImage } from '../ai-sdk-kit/function-specs.ts'
import { lookUpModel } from '../ai-sdk-kit/look-up-model.ts'
import { checkModel } from '../ai-sdk-kit/parse-params.ts'
import { probeKey } from '../ai-sdk-kit/probe-key.ts'
import { requireKey, tellAvailability, type VendorOptions } from '../ai-sdk-kit/vendor-options.ts'
import { parseParams } from '../parse-params.ts'
import type { GenerationProvider, Outcome, StepCall } from '../spec.ts'
import { estimateOpenAIPicture, OPENAI_MODELS } from './prices.ts'

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
    availability: () => tellAvailability(options.apiKey, 'OPENAI_API_KEY'),
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
