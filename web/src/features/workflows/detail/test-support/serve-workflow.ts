import { sampleId, sampleWorkflow } from '../../../../../test/samples.ts'
import { startApi } from '../../../../../test/start-api.ts'

/** The workflow that the tests of its page open. */
export const id = sampleId(1)

/** A required picture. */
export const input = {
  key: 'photo',
  type: 'image',
  step_type: 'image_input',
  name: 'photo',
  display_name: 'Your photo',
  description: 'A face, well lit.',
  value: null,
  required: true,
  image_size: null,
  options: [],
  max_length: null,
  pattern: null,
  min: null,
  max: null,
  numeric: false,
}

/** Serves the workflow with one input and these creations. */
export function serveWorkflow(creations: unknown[] = [], total = creations.length) {
  return startApi({
    [`GET /workflows/${id}`]: () => sampleWorkflow(1, { name: 'Riso', inputs: [input] }),
    [`GET /workflows/${id}/creations`]: ({ query }) => ({
      creations,
      total,
      has_more: false,
      next_cursor: null,
      offset: Number(query.get('offset')),
      limit: 20,
    }),
  })
}
