import { z } from 'zod'
import { boundedRecord } from './bounded.ts'
import { defineRoute } from './define-route.ts'
import { cents, mediaView } from './entities.ts'
import { RECIPE, TEXT_MAX } from './recipe-limits.ts'
import { BODY } from './request-limits.ts'

/** The parts of a stored file with which a page shows it small. */
const shownMedia = mediaView.pick({
  kind: true,
  url: true,
  width: true,
  height: true,
  preview_url: true,
  placeholder: true,
  dhash: true,
  variants: true,
})

const frontPoster = z.object({
  workflow_id: z.string(),
  name: z.string(),
  price: cents,
  /** The buyer sees a proof first and pays by keeping it. */
  proof: z.boolean(),
  sample: shownMedia.nullable(),
  /** The input whose words are written on the poster. */
  field: z.object({
    key: z.string(),
    title: z.string(),
    max_length: z.number().int(),
    /** What stands on the sample; empty where its maker keeps that. */
    shown: z.string(),
  }),
  choices: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      /** As the sample was made, where that is known. */
      value: z.string(),
      options: z.array(z.object({ value: z.string(), label: z.string() })),
    }),
  ),
  /**
   * What a run draws, with the choices standing in the prompt and the small line as references; the
   * text is the field’s. Without `caption` the small line is the prompt's other words.
   */
  draw: z.object({
    prompt: z.string(),
    aspect: z.string(),
    caption: z.string().optional(),
    seed: z.number().int(),
  }),
  /** What the seed is drawn from: a run with this drawing makes the same picture. */
  drawing: z.uuid(),
})
export type FrontPoster = z.infer<typeof frontPoster>

const frontPiece = z.object({
  /** Null for the sample of a recipe without a public creation. */
  creation_id: z.string().nullable(),
  workflow_id: z.string(),
  workflow_name: z.string(),
  /** What its maker wrote; empty where the recipe asks for files alone. */
  words: z.string(),
  media: shownMedia,
})
export type FrontPiece = z.infer<typeof frontPiece>

export const getFrontPage = defineRoute('getFrontPage', {
  summary: 'What the landing page shows: a poster to try, and what others made',
  access: 'anyone',
  scope: 'any',
  answer: z.object({ poster: frontPoster.nullable(), pieces: z.array(frontPiece) }),
})
export type FrontPage = z.infer<typeof getFrontPage.answer>

/** The longer side, in pixels, of the poster that the server draws where a browser cannot. */
export const FRONT_POSTER_SIDE = 320

export const drawFrontPoster = defineRoute('drawFrontPoster', {
  summary: 'The poster of the landing page, small, for a browser that cannot draw it',
  access: 'visitor',
  body: z.object({
    user_inputs: boundedRecord(z.string().max(64), z.string().max(TEXT_MAX), {
      max: RECIPE.maxInputs,
    }),
  }),
  bodyBytes: BODY.inputsBytes,
  answer: z.object({
    picture: z
      .string()
      .describe(
        `A data: address of WebP, at most ${FRONT_POSTER_SIDE} pixels long. Each one counts against the caller’s free seconds, and none is kept.`,
      ),
  }),
  errors: [
    'validation_failed',
    'not_found',
    'content_refused',
    'payload_too_large',
    'generation_failed',
    'overloaded',
  ],
  rate: 'writes',
})
