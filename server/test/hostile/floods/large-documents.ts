import { API_BASE } from '@vignette/contract/paths.ts'
import { BODY } from '@vignette/contract/request-limits.ts'
import { tally } from '../support/call-from.ts'
import type { Flood } from '../support/flood.ts'
import { openVisitor } from '../support/visitor.ts'

const COUNT = 12
const STEPS = 20
const PARAMS = 30

/** Recipes just below the size limit, with as many long steps and params as allowed. */
export const flood: Flood = async ({ call }) => {
  const visitor = openVisitor(call)
  const text = 'a {{wish}} '.repeat(Math.floor((BODY.documentBytes / (STEPS * PARAMS) - 60) / 11))
  const params = Object.fromEntries(Array.from({ length: PARAMS }, (_, at) => [`p${at}`, text]))
  const body = JSON.stringify({
    name: 'A large one',
    user_id: visitor.id,
    price: 0,
    cost: 0,
    generation_time: 2,
    inputs: [{ key: 'wish', type: 'text' }],
    steps: Array.from({ length: STEPS }, (_, at) => ({
      id: `s${at}`,
      provider: 'local',
      function_type: 'text_to_image',
      prompt: 'A {{wish}}',
      params,
    })),
    output: 's0',
  })
  const headers = { 'content-type': 'application/json' }
  return async () =>
    tally(
      await Promise.all(
        Array.from({ length: COUNT }, () =>
          call(`${API_BASE}/workflows`, { method: 'POST', body, headers }),
        ),
      ),
    )
}
