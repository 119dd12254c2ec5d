import type { CreationView } from '@vignette/contract/creations.ts'
import { sampleCreation, sampleId } from '../../../../test/samples.ts'
import { type Answerer, startApi } from '../../../../test/start-api.ts'

export const id = sampleId(1001)
export const workflowId = sampleId(1)

export function view(over: Partial<CreationView> = {}): CreationView {
  return {
    ...sampleCreation(1),
    workflow_version: 2,
    workflow: {
      id: workflowId,
      name: 'Oil portrait',
      creator_handle: 'mara',
      price: 300,
      license: 'cc-by',
      steps: 3,
      inputs: 2,
      generation_time: 125_000,
      available: true,
      varies: true,
      asks: [{ key: 'scene', title: 'What it shows', words: true, options: [] }],
    },
    user_inputs: { scene: 'a harbour' },
    share_inputs: false,
    user_id: 'somebody',
    is_owner: false,
    made_from: null,
    remixes: 0,
    proof: null,
    secret_link: null,
    ...over,
  }
}

export function serve(over: Partial<CreationView> = {}, more: Record<string, Answerer> = {}) {
  let now = view(over)
  return startApi({
    [`GET /creations/${id}`]: () => now,
    [`GET /creations/${id}/receipt`]: () => ({ receipt: null, creation_id: null }),
    [`PATCH /creations/${id}`]: ({ body }) => {
      now = { ...now, ...(JSON.parse(body) as Partial<CreationView>) }
      return now
    },
    ...more,
  })
}

export const owned = { is_owner: true, public: false } as const
