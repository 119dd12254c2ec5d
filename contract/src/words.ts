import { z } from 'zod'
import { boundedRecord } from './bounded.ts'
import { inputValue } from './creations.ts'
import { defineRoute, idParams } from './define-route.ts'
import { RECIPE } from './recipe-limits.ts'
import { BODY } from './request-limits.ts'

const wordsRead = z.object({
  drawn: z.array(z.string()).describe('As the caller wrote them'),
  missing: z.array(z.string()).describe('What no picture of this recipe will show'),
})
export type WordsRead = z.infer<typeof wordsRead>

export const readWords = defineRoute('readWords', {
  summary: 'Which of the caller’s words this server’s own drawing will show, and which not',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  body: z.object({
    user_inputs: boundedRecord(z.string().max(64), inputValue, { max: RECIPE.maxInputs }).default(
      {},
    ),
  }),
  bodyBytes: BODY.inputsBytes,
  answer: z.object({
    inputs: z
      .record(z.string(), wordsRead)
      .describe('By input key; an input whose words this server cannot read is absent'),
    refused: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .describe('Why a run would refuse these words, as it would say'),
  }),
  errors: ['validation_failed', 'not_found', 'payload_too_large'],
  rate: 'writes',
})
