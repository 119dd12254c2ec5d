import type { UserView } from '@vignette/contract/identity.ts'
import { listAnswer, sampleCreation, sampleId, sampleUser } from '../../../../test/samples.ts'
import { type Answerer, startApi } from '../../../../test/start-api.ts'

export const me = sampleId(7)
export const items = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({
    ...sampleCreation(from + n),
    workflow_name: `Recipe ${from + n}`,
  }))

export const earnings = {
  currency: 'usd',
  pending: 210,
  available: 48_230,
  lifetime: 48_440,
  free_runs: 0,
  clearance_days: 7,
  test_mode: false,
  recipes: [
    { workflow_id: sampleId(1), name: 'Oil portrait', sales: 2, gross: 600, tax: 0, earned: 420 },
  ],
  days: [
    { day: '2026-11-01', earned: 0, sales: 0 },
    { day: '2026-11-02', earned: 420, sales: 2 },
  ],
  month: { earned: 420, before: 0 },
}

export function serve(more: Record<string, Answerer> = {}, user: Partial<UserView> = {}) {
  return startApi({
    'GET /auth/me': () => sampleUser(user),
    [`GET /users/${me}/creations`]: () => ({ items: [], next_cursor: null }),
    'GET /workflows': () => listAnswer(0),
    'GET /users/me/sessions': () => ({ sessions: [] }),
    'POST /auth/logout': () => ({ ok: true }),
    ...more,
  })
}
