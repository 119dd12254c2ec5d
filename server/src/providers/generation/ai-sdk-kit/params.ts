import { z } from 'zod'
import { type MediaInput, ProviderError } from '../spec.ts'

const MODEL = /^[a-z0-9][\w.-]*(\/[a-z0-9][\w.-]*)*(:[a-z0-9-]+)?$/i

/** The model becomes part of the vendor's path, so a name that could leave its segment is refused. */
export function checkModel(model: string | undefined, fallback: string): string {
  const name = model ?? fallback
  if (name.length <= 200 && MODEL.test(name) && !name.includes('..')) return name
  throw new ProviderError('model_invalid', 'The model this recipe names is not valid.', {
    retryable: false,
    byRecipe: true,
    told: `“${name}” is no name of a model.`,
  })
}

export const seedParam = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)
  .optional()
  .describe('Fixes chance; otherwise each job has a seed of its own.')

/** The recipe's seed, or the job's seed reduced to the vendors' range. */
export function chooseSeed(param: number | undefined, jobSeed: number): number {
  return param ?? Math.abs(Math.trunc(jobSeed)) % 2 ** 31
}

export const aspectRatioParam = z
  .string()
  .regex(/^[1-9]\d?:[1-9]\d?$/, 'must look like 16:9')
  .transform((text) => text as `${number}:${number}`)

export const sizeParam = z
  .string()
  .regex(/^[1-9]\d{2,3}x[1-9]\d{2,3}$/, 'must look like 1024x768')
  .transform((text) => text as `${number}x${number}`)

// These options would buy several results, or replace our own settings.
const REFUSED_OPTIONS = new Set([
  'n',
  'num_images',
  'num_outputs',
  'max_images',
  'number_of_images',
  'batch_size',
  'prompt',
  'duration',
  'webhook',
  'sync_mode',
  'syncmode',
  'maxwaittimeinseconds',
  'pollintervalmillis',
  'maxpollattempts',
  'pollintervalms',
  'polltimeoutms',
])

/** The switches of a vendor's own filters, which stay as the vendor has them under each content policy. */
const SWITCH = /safety|moderation|nsfw|person_?generation/i

const plain = z.union([z.string().max(4000), z.number(), z.boolean()])

/** The model's own inputs, under the vendor's names. */
export const optionsParam = z
  .record(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/i), z.union([plain, z.array(plain).max(16)]))
  .refine((options) => Object.keys(options).length <= 32, 'has more than 32 entries')
  .refine(
    (options) =>
      Object.keys(options).every(
        (key) => !REFUSED_OPTIONS.has(key.toLowerCase()) && !SWITCH.test(key),
      ),
    'holds an entry that recipes may not set',
  )
  .default({})
  .describe("The model's own inputs, by the vendor's names.")

/** The name of a model's input. */
export const fieldParam = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/i)

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
