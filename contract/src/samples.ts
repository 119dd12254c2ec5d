import { z } from 'zod'
import { defineRoute, idParams } from './define-route.ts'
import { mediaView } from './entities.ts'
import { TESTS } from './test-limits.ts'
import { workflowView } from './workflows.ts'

const sampleCandidate = z.object({
  kind: z.enum(['creation', 'test']),
  id: z.string(),
  media: mediaView,
  version: z.number().int().nullable().describe('Null for a test of a draft'),
  by: z.string().describe('The handle of the creation’s owner, or the creator’s own'),
})
export type SampleCandidate = z.infer<typeof sampleCandidate>

export const listSamples = defineRoute('listSamples', {
  summary: 'What may be the sample of one’s own recipe: passed tests, own and public creations',
  access: 'visitor',
  scope: 'workflows:read',
  params: idParams,
  answer: z.object({ samples: z.array(sampleCandidate).describe(`At most ${2 * TESTS.listed}`) }),
  errors: ['forbidden', 'not_found'],
})

export const chooseSample = defineRoute('chooseSample', {
  summary: 'Choose the sample of one’s own recipe, whose file becomes public, or have none',
  access: 'visitor',
  scope: 'workflows:write',
  params: idParams,
  body: z.union([
    z.object({ creation_id: z.uuid() }).strict(),
    z.object({ test_id: z.uuid() }).strict(),
    z.object({ none: z.literal(true) }).strict(),
  ]),
  answer: workflowView,
  errors: ['validation_failed', 'forbidden', 'not_found', 'content_refused'],
  rate: 'writes',
})
export type ChosenSample = z.output<(typeof chooseSample)['body']>
