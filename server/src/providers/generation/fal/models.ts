import { z } from 'zod'
import type { PriceTable } from '../ai-sdk-kit/estimate-price.ts'
import {
  aspectRatioParam,
  imageToVideoParams,
  optionsParam,
  seedParam,
  sizeParam,
} from '../ai-sdk-kit/params.ts'

export const FAL_DEFAULT_MODELS: Record<string, string> = {
  text_to_image: 'fal-ai/flux/schnell',
  image_to_image: 'fal-ai/flux-pro/kontext',
  text_to_video: 'fal-ai/luma-dream-machine/ray-2-flash',
  image_to_video: 'fal-ai/kling-video/v2.1/standard/image-to-video',
}

/** Endpoints by function; a step may name any other below fal-ai/. */
export const FAL_MODELS = {
  text_to_image: [
    'fal-ai/flux/schnell',
    'fal-ai/flux/dev',
    'fal-ai/flux-pro/v1.1',
    'fal-ai/flux-pro/v1.1-ultra',
  ],
  image_to_image: ['fal-ai/flux-pro/kontext', 'fal-ai/flux-pro/kontext/max'],
  text_to_video: [
    'fal-ai/luma-dream-machine/ray-2-flash',
    'fal-ai/luma-dream-machine/ray-2',
    'fal-ai/veo3/fast',
    'fal-ai/veo3',
  ],
  image_to_video: [
    'fal-ai/kling-video/v2.1/standard/image-to-video',
    'fal-ai/kling-video/v2.1/pro/image-to-video',
    'fal-ai/kling-video/v2.1/master/image-to-video',
  ],
}

export const falImageParams = z.strictObject({
  size: sizeParam.optional(),
  aspectRatio: aspectRatioParam.optional().describe('Used where no size is given.'),
  seed: seedParam,
  options: optionsParam,
})

export const falImageToVideoParams = imageToVideoParams({
  first: 'image_url',
  last: 'end_image_url',
})

// List prices in US cents of the models' pages at https://fal.ai/models, as known in November 2026.
export const FAL_PRICES: PriceTable = {
  models: {
    'fal-ai/flux/schnell': { cents: 0.3, per: 'megapixel' },
    'fal-ai/flux/dev': { cents: 3, per: 'megapixel' },
    'fal-ai/flux-pro/v1.1': { cents: 4, per: 'megapixel' },
    'fal-ai/flux-pro/v1.1-ultra': { cents: 6, per: 'image' },
    'fal-ai/flux-pro/kontext': { cents: 4, per: 'image' },
    'fal-ai/flux-pro/kontext/max': { cents: 8, per: 'image' },
    'fal-ai/recraft/v3': { cents: 8, per: 'image' },
    'fal-ai/ideogram/v3': { cents: 9, per: 'image' },
    'fal-ai/luma-dream-machine/ray-2-flash': { cents: 16, per: 'second' },
    'fal-ai/luma-dream-machine/ray-2': { cents: 40, per: 'second' },
    'fal-ai/kling-video/v2.1/standard': { cents: 5.6, per: 'second' },
    'fal-ai/kling-video/v2.1/pro': { cents: 9.8, per: 'second' },
    'fal-ai/kling-video/v2.1/master': { cents: 28, per: 'second' },
    'fal-ai/minimax/hailuo-02': { cents: 8, per: 'second' },
    'fal-ai/veo3/fast': { cents: 40, per: 'second' },
    'fal-ai/veo3': { cents: 75, per: 'second' },
  },
  otherImage: { cents: 25, per: 'megapixel' },
  otherVideo: { cents: 80, per: 'second' },
}

/** Luma and Veo take a duration as "5s", which the SDK always writes; all other models take "5". */
export function spellsSeconds(model: string): boolean {
  return /luma|veo/.test(model)
}
