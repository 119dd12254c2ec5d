import type { UserView } from '@vignette/contract/identity.ts'
import { listAnswer, sampleCreation, sampleId, sampleUser } from '../../../../test/samples.ts'
import { type Answerer, startApi } from '../../../../test/start-api.ts'

export const me = sampleId(7)
export const items = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({
    ...sampleCreation(from + n),
    workflow_name: `Recipe ${from + n}`,
  }))

export function serve(more: Record<string, Answerer> = {}, user: Partial<UserView> = {}) {
  return startApi({
    'GET /auth/me': () => sampleUser(user),
    [`GET /users/${me}/creations`]: () => ({ items: [], next_cursor: null }),
    'GET /workflows': () => listAnswer(0),
    'GET /users/me/sessions': () => ({ sessions: [] }),
    'GET /users/me/tokens': () => ({ items: [], next_cursor: null }),
    'POST /auth/logout': () => ({ ok: true }),
    ...more,
  })
}
