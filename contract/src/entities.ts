import { z } from 'zod'
import { findTrick } from './plain-text.ts'
import { LICENSES } from './recipe-limits.ts'

export const timestamp = z.string()
/** Refuses a text that a mail server could read as several addresses or as a further header. */
export const emailAddress = z.email().max(254)
/** A whole number of the smallest unit of the server's currency. */
export const cents = z.number().int()
/** No sum of one sale is above it, in any currency. */
export const MOST_CENTS = 1_000_000_000
/** A text that pages and letters show: it must not look like further lines, nor like another text. */
export const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .superRefine((text, refusal) => {
      const message = findTrick(text)
      if (message) refusal.addIssue({ code: 'custom', message })
    })

/**
 * One stored picture or film, with everything a page needs to show the file without layout shift.
 */
export const mediaView = z.object({
  id: z.string(),
  kind: z.enum(['image', 'video', 'audio']),
  url: z.string(),
  content_type: z.string(),
  /** True if a person made the file; as a sample, such a file is the creator’s own picture. */
  uploaded: z.boolean(),
  bytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  duration_ms: z.number().int().nullable(),
  /** WebP preview of an image, poster of a video. */
  preview_url: z.string().nullable(),
  adult: z.literal(true).optional().describe('Shown to strangers behind a question of age'),
  /** The file itself holds a signed manifest; its preview, variants and PDF do not. */
  signed: z.boolean(),
  /** A tiny data URL, shown blurred until the picture has loaded. */
  placeholder: z.string().nullable(),
  dhash: z
    .string()
    .nullable()
    .describe(
      'Sixteen hexadecimal digits of 64 bits, of which near copies share most; null for a sound, and for files of older versions',
    ),
  variants: z.array(
    z.object({ url: z.string(), width: z.number().int(), format: z.enum(['webp', 'avif']) }),
  ),
})
export type MediaView = z.infer<typeof mediaView>

export const license = z.enum(LICENSES)

export const generationTime = z
  .number()
  .describe('As it was posted: below 1000 in seconds, else in milliseconds')
export const measuredTime = z
  .object({ seconds: z.number().int(), runs: z.number().int() })
  .describe(
    'What half of the last delivered runs of the live version took at most; absent before ten have ended',
  )
