import { defineRows, on } from '../row.ts'

export const embedRows = defineRows({
  drawCard: [
    {
      on: 'a recipe',
      answers: [401, 403, 403, 409, 403],
      ask: (w) => ({ ...on(w.recipe), query: 'kind=post' }),
    },
  ],
})
