import { type Ask, defineRows, IN_OWN_NAME, NOBODY, ownReadings, type Row } from '../row.ts'

/** The rows of both routes that write a creator's list of links. */
function ownLinks(): Row[] {
  const named = (id: string): Ask => ({ params: { id, name: 'bio-nov' } })
  return [
    { on: 'a recipe', answers: IN_OWN_NAME, ask: (w) => named(w.recipe) },
    {
      on: 'a hidden recipe',
      answers: [404, 404, 404, 200, 403],
      ask: (w) => named(w.hiddenRecipe),
    },
    { on: 'a withdrawn recipe', answers: NOBODY, ask: (w) => named(w.withdrawnRecipe) },
  ]
}

export const linkRows = defineRows({
  listLinks: ownReadings(),
  createLink: ownLinks(),
  deleteLink: ownLinks(),
})
