import { z } from 'zod'
import type { MediaInput } from '../spec.ts'
import { aspectRatioParam, fieldParam, optionsParam, seedParam } from './parse-params.ts'

export const textToVideoParams = z.strictObject({
  aspectRatio: aspectRatioParam.optional(),
  duration: z
    .int()
    .min(1)
    .max(20)
    .optional()
    .describe('Seconds; which ones a model makes differs.'),
  seed: seedParam,
  options: optionsParam,
})

/** Nearly every model has its own names for the two picture inputs. */
export function imageToVideoParams(fields: { first: string; last: string }) {
  return textToVideoParams.extend({
    firstImageField: fieldParam
      .default(fields.first)
      .describe("The model's own name of its first frame input."),
    lastImageField: fieldParam
      .default(fields.last)
      .describe("The model's own name of its last frame input."),
  })
}

async function toDataAddress(image: MediaInput): Promise<string> {
  return `data:${image.contentType};base64,${(await image.bytes()).toString('base64')}`
}

/** The pictures as model inputs, under the recipe's names. */
export async function namePictures(
  call: { firstImage?: MediaInput; lastImage?: MediaInput },
  fields: { firstImageField?: string; lastImageField?: string },
): Promise<Record<string, string>> {
  const named: Record<string, string> = {}
  if (call.firstImage && fields.firstImageField) {
    named[fields.firstImageField] = await toDataAddress(call.firstImage)
  }
  if (call.lastImage && fields.lastImageField) {
    named[fields.lastImageField] = await toDataAddress(call.lastImage)
  }
  return named
}
