import {
  type Ask,
  CREATED,
  defineRows,
  EVERYBODY,
  NOBODY,
  nothing,
  OWNER,
  OWNER_AND_ADMIN,
  on,
  type Row,
} from '../row.ts'
import type { World } from '../world.ts'

export const collectionRows = defineRows({
  listCollections: [{ on: 'one’s own', answers: EVERYBODY, ask: nothing }],
  createCollection: [
    { on: 'one’s own name', answers: CREATED, ask: () => ({ body: { name: 'Posters' } }) },
  ],
  getCollection: [
    { on: 'a public collection', answers: EVERYBODY, ask: (w) => on(w.collections.public) },
    { on: 'a private collection', answers: OWNER, ask: (w) => on(w.collections.private) },
    {
      on: 'a collection under a secret link, without the key',
      answers: OWNER,
      ask: (w) => on(w.collections.linked),
    },
    {
      on: 'a collection under a secret link, with its key',
      answers: EVERYBODY,
      ask: (w) => ({ ...on(w.collections.linked), query: `key=${w.collectionKey}` }),
    },
    {
      on: 'a private collection with the key of another',
      answers: OWNER,
      ask: (w) => ({ ...on(w.collections.private), query: `key=${w.collectionKey}` }),
    },
    { on: 'a hidden collection', answers: OWNER_AND_ADMIN, ask: (w) => on(w.collections.hidden) },
    { on: 'no collection', answers: NOBODY, ask: (w) => on(w.recipe) },
  ],
  updateCollection: writings(() => ({ body: { name: 'Prints', visibility: 'link' } })),
  saveToCollection: writings((w) => ({ body: { type: 'workflow', id: w.recipe } })),
  removeFromCollection: writings((w) => ({ params: { itemId: w.recipe } })),
  deleteCollection: writings(nothing),
})

/** The rows of every route that writes to a collection, which only its owner may do. */
function writings(more: (world: World) => Ask): Row[] {
  const row = (visibility: 'private' | 'public'): Row => ({
    on: `a ${visibility} collection`,
    answers: OWNER,
    fresh: (world) => world.newCollection(visibility),
    ask: (world, _role, id) => {
      const { params, ...rest } = more(world)
      return { params: { id, ...params }, ...rest }
    },
  })
  return [row('private'), row('public')]
}
