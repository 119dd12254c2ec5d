import { defineRows, nothing, on, SIGNED_IN } from '../row.ts'

export const codeRows = defineRows({
  createCode: [
    {
      on: 'all one’s own recipes',
      answers: [401, 401, 201, 201, 201],
      ask: () => ({ body: { code: 'NEON20', kind: 'percent', value: 20 } }),
    },
    {
      on: 'a recipe',
      answers: [401, 401, 403, 201, 403],
      ask: (w) => ({
        body: { code: 'NEON30', kind: 'percent', value: 30, workflow_ids: [w.recipe] },
      }),
    },
  ],
  listCodes: [{ on: 'one’s own', answers: SIGNED_IN, ask: nothing }],
  setCodeState: [
    {
      on: 'a code',
      answers: [401, 401, 404, 200, 404],
      fresh: (w) => w.newCode(),
      ask: (_w, _role, id) => ({ ...on(id), body: { state: 'stopped' } }),
    },
  ],
  priceWithCode: [
    {
      on: 'a recipe without such a code',
      answers: [409, 409, 409, 409, 409],
      fresh: (w) => w.newPriced(),
      ask: (_w, _role, id) => ({ ...on(id), body: { code: 'NOPE' } }),
    },
  ],
})
