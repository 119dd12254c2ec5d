import { z } from 'zod'
import { boundedRecord } from './bounded.ts'
import { inputValue } from './creations.ts'
import { defineRoute, idParams } from './define-route.ts'
import { RECIPE } from './recipe-limits.ts'
import { BODY } from './request-limits.ts'
import { outputSize } from './workflows.ts'

export const getRunSize = defineRoute('getRunSize', {
  summary: 'What the file of a run on these inputs will measure',
  access: 'visitor',
  scope: 'run',
  params: idParams,
  body: z.object({
    user_inputs: boundedRecord(z.string().max(64), inputValue, { max: RECIPE.maxInputs }),
  }),
  bodyBytes: BODY.inputsBytes,
  answer: z.object({
    output_size: outputSize
      .nullable()
      .describe('As the recipe tells it, while a picture that decides is not given yet'),
  }),
  errors: ['validation_failed', 'not_found', 'payload_too_large'],
  rate: 'writes',
})
