import {
  type Ask,
  defineRows,
  EVERYBODY,
  IN_OWN_NAME,
  NOBODY,
  nothing,
  OWNER,
  OWNER_AND_ADMIN,
  on,
  type Row,
  wish,
} from '../row.ts'
import type { Cast, Role, World } from '../world.ts'

/** The rows of every route that reads a creation. */
function readings(query = ''): Row[] {
  const read =
    (which: keyof World['creations'], more = '') =>
    (world: World): Ask => ({ ...on(world.creations[which]), query: more + query })
  return [
    { on: 'a public creation', answers: EVERYBODY, ask: read('public') },
    { on: 'a private creation', answers: OWNER, ask: read('private') },
    {
      on: 'a private creation under a secret link, without the key',
      answers: OWNER,
      ask: read('linked'),
    },
    {
      on: 'a private creation with its key',
      answers: EVERYBODY,
      ask: (world) => ({ ...on(world.creations.linked), query: `key=${world.key}${query}` }),
    },
    {
      on: 'a private creation with a wrong key',
      answers: OWNER,
      ask: read('linked', `key=${'x'.repeat(43)}`),
    },
    { on: 'a hidden creation', answers: OWNER_AND_ADMIN, ask: read('hidden') },
    { on: 'a private creation that was reported', answers: OWNER_AND_ADMIN, ask: read('reported') },
    { on: 'a deleted creation', answers: NOBODY, ask: read('deleted') },
    { on: 'no creation', answers: NOBODY, ask: (world) => on(world.recipe) },
  ]
}

/** The rows of every route that writes to a creation, which only its owner may do. */
function writings(body?: unknown): Row[] {
  const onFresh = (fresh: (world: World) => Promise<string>, name: string): Row => ({
    on: name,
    answers: OWNER,
    fresh,
    ask: (_world, _role, id) => ({ ...on(id), ...(body ? { body } : {}) }),
  })
  return [
    onFresh((world) => world.newCreation({ public: true }), 'a public creation'),
    onFresh((world) => world.newCreation(), 'a private creation'),
  ]
}

/** The rows of every route by which a buyer decides about a proof. */
function deciding(): Row[] {
  return [
    {
      on: 'a proof',
      answers: OWNER,
      fresh: (world) => world.newProof(),
      ask: (_world, _role, id) => on(id),
    },
  ]
}

export const creationRows = defineRows({
  drawPreview: [
    {
      on: 'a free recipe',
      answers: EVERYBODY,
      ask: (w) => ({
        ...on(w.recipe),
        body: { ...wish, drawing: '018f0000-0000-7000-8000-000000000001' },
      }),
    },
  ],
  createCreation: [
    { on: 'a free recipe', answers: EVERYBODY, ask: (w) => ({ ...on(w.recipe), body: wish }) },
    {
      on: 'a free recipe in the owner’s name',
      answers: IN_OWN_NAME,
      ask: (w) => ({ ...on(w.recipe), body: { ...wish, user_id: w.cast.ids.owner } }),
    },
    {
      on: 'a free recipe with the owner’s upload',
      answers: [400, 400, 400, 200, 400],
      ask: (w) => ({ ...on(w.imageRecipe), body: { user_inputs: { photo: w.upload } } }),
    },
    {
      on: 'a free recipe with the file of the owner’s private creation',
      answers: [400, 400, 400, 200, 400],
      ask: (w) => ({ ...on(w.imageRecipe), body: { user_inputs: { photo: w.files.private } } }),
    },
    {
      on: 'a priced recipe, unpaid',
      answers: [402, 402, 402, 402, 402],
      fresh: (w) => w.newPriced(),
      ask: (_w, _role, id) => ({ ...on(id), body: wish }),
    },
    {
      on: 'a priced recipe with the owner’s payment',
      answers: [402, 402, 402, 200, 402],
      ask: (w) => ({ ...on(w.paidRecipe), body: { ...wish, session_id: w.session } }),
    },
    { on: 'a hidden recipe', answers: NOBODY, ask: (w) => ({ ...on(w.hiddenRecipe), body: wish }) },
    {
      on: 'a withdrawn recipe',
      answers: NOBODY,
      ask: (w) => ({ ...on(w.withdrawnRecipe), body: wish }),
    },
  ],
  listWorkflowCreations: [
    { on: 'a recipe', answers: EVERYBODY, ask: (w) => on(w.recipe) },
    { on: 'a hidden recipe', answers: OWNER_AND_ADMIN, ask: (w) => on(w.hiddenRecipe) },
  ],
  getWorkflowCreation: [
    ...readings().map((row) => ({
      ...row,
      ask: (w: World, role: Role, fresh: string, cast: Cast): Ask => {
        const asked = row.ask(w, role, fresh, cast)
        return { ...asked, params: { id: w.recipe, creationId: asked.params?.['id'] ?? '' } }
      },
    })),
    {
      on: 'a public creation of another recipe',
      answers: NOBODY,
      ask: (w) => ({ params: { id: w.otherRecipe, creationId: w.creations.public } }),
    },
  ],
  getCreation: readings(),
  downloadCreation: [
    ...readings('&filename=mine.png'),
    {
      on: 'a private creation as PDF, which is too small for it',
      answers: [404, 404, 404, 400, 404],
      ask: (w) => ({ ...on(w.creations.private), query: 'format=pdf' }),
    },
  ],
  updateCreation: writings({ share_inputs: true }),
  deleteCreation: writings(),
  keepCreation: deciding(),
  declineCreation: deciding(),
  redrawCreation: deciding(),
  restoreCreation: [
    {
      on: 'a deleted creation',
      answers: OWNER,
      fresh: (w) => w.newDeletedCreation(),
      ask: (_w, _role, id) => on(id),
    },
  ],
  createSecretLink: writings(),
  revokeSecretLink: writings(),
  listUserCreations: [
    { on: 'the owner', answers: EVERYBODY, ask: (w) => on(w.cast.ids.owner) },
    { on: 'no user', answers: NOBODY, ask: (w) => on(w.recipe) },
  ],
  listRelatedCreations: readings(),
  listPublicCreations: [{ on: 'the wall', answers: EVERYBODY, ask: nothing }],
})
