import { sampleId, sampleUser, sampleWorkflow } from './samples.ts'
import { type Answerer, startApi } from './start-api.ts'

export const ID = sampleId(1)

export const version = (number: number, over: object = {}) => ({
  version: number,
  created_at: '2026-11-20T10:00:00Z',
  note: null,
  price: 300,
  license: 'commercial',
  runs: 40,
  delivered_percent: 98,
  refunded_percent: null,
  earned: 1_260,
  live: false,
  generation_time: 4_000,
  ...over,
})

const versions = [version(2, { live: true, note: 'A warmer light' }), version(1)]

/** The API of the studio's page of one recipe; `more` answers further calls. */
export const serve = (more: Record<string, Answerer> = {}) =>
  startApi({
    'GET /auth/me': () => sampleUser(),
    [`GET /workflows/${ID}`]: () =>
      sampleWorkflow(1, { is_owner: true, state: 'listed', version: 2 }),
    [`GET /workflows/${ID}/versions`]: () => ({ versions, next_cursor: null }),
    [`GET /workflows/${ID}/failures`]: () => ({ total_runs: 0, failures: [] }),
    [`GET /workflows/${ID}/runs`]: () => ({ runs: [], next_cursor: null }),
    [`GET /workflows/${ID}/links`]: () => ({ links: [] }),
    ...more,
  })
