import { z } from 'zod'
import type { PriceTable } from '../ai-sdk-kit/estimate-price.ts'
import {
  aspectRatioParam,
  fieldParam,
  imageToVideoParams,
  optionsParam,
  seedParam,
  sizeParam,
} from '../ai-sdk-kit/params.ts'

export const REPLICATE_DEFAULT_MODELS: Record<string, string> = {
  text_to_image: 'black-forest-labs/flux-schnell',
  image_to_image: 'black-forest-labs/flux-kontext-pro',
  text_to_video: 'minimax/video-01',
  image_to_video: 'wan-video/wan-2.2-i2v-fast',
}

/** Models by function; a step may name any other. */
export const REPLICATE_MODELS = {
  text_to_image: [
    'black-forest-labs/flux-schnell',
    'black-forest-labs/flux-dev',
    'black-forest-labs/flux-1.1-pro',
    'black-forest-labs/flux-1.1-pro-ultra',
    'ideogram-ai/ideogram-v3-turbo',
    'recraft-ai/recraft-v3',
    'stability-ai/stable-diffusion-3.5-large',
  ],
  image_to_image: ['black-forest-labs/flux-kontext-pro', 'black-forest-labs/flux-kontext-max'],
  text_to_video: ['minimax/video-01', 'bytedance/seedance-1-pro'],
  image_to_video: ['wan-video/wan-2.2-i2v-fast', 'bytedance/seedance-1-pro'],
}

export const replicateImageParams = z.strictObject({
  size: sizeParam.optional(),
  aspectRatio: aspectRatioParam.optional(),
  seed: seedParam,
  options: optionsParam,
})

export const replicateImageToImageParams = replicateImageParams.extend({
  imageField: fieldParam
    .default('input_image')
    .describe("The model's own name of its picture input; many take image instead."),
})

export const replicateImageToVideoParams = imageToVideoParams({
  first: 'image',
  last: 'last_image',
})

// List prices in US cents of the models' pages at https://replicate.com, as known in November 2026.
export const REPLICATE_PRICES: PriceTable = {
  models: {
    'black-forest-labs/flux-schnell': { cents: 0.3, per: 'image' },
    'black-forest-labs/flux-dev': { cents: 2.5, per: 'image' },
    'black-forest-labs/flux-1.1-pro': { cents: 4, per: 'image' },
    'black-forest-labs/flux-1.1-pro-ultra': { cents: 6, per: 'image' },
    'black-forest-labs/flux-kontext-pro': { cents: 4, per: 'image' },
    'black-forest-labs/flux-kontext-max': { cents: 8, per: 'image' },
    'ideogram-ai/ideogram-v3-turbo': { cents: 3, per: 'image' },
    'recraft-ai/recraft-v3': { cents: 4, per: 'image' },
    'stability-ai/stable-diffusion-3.5-large': { cents: 6.5, per: 'image' },
    'minimax/video-01': { cents: 50, per: 'video' },
    'wan-video/wan-2.2-i2v-fast': { cents: 15, per: 'video' },
    'kwaivgi/kling-v2.1': { cents: 9, per: 'second' },
    'bytedance/seedance-1-pro': { cents: 15, per: 'second' },
  },
  otherImage: { cents: 25, per: 'image' },
  otherVideo: { cents: 80, per: 'second' },
}
