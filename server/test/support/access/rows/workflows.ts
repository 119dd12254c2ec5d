import { recipeFor } from '../../acts.ts'
import {
  CREATED,
  defineRows,
  EVERYBODY,
  IN_OWN_NAME,
  NOBODY,
  nothing,
  OWNER,
  OWNER_AND_ADMIN,
  on,
  ownReadings,
  wish,
} from '../row.ts'
import { aPicture, type Role, type World } from '../world.ts'

const own = (world: World, role: Role) => recipeFor(world.cast.ids[role])

const tomorrow = ({ app }: World) =>
  new Date(app.ctx.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)

export const workflowRows = defineRows({
  listWorkflows: [{ on: 'the catalogue', answers: EVERYBODY, ask: nothing }],
  createWorkflow: [
    { on: 'one’s own name', answers: CREATED, ask: (w, role) => ({ body: own(w, role) }) },
    {
      on: 'the owner’s name',
      answers: [403, 403, 403, 201, 403],
      ask: (w) => ({ body: own(w, 'owner') }),
    },
    {
      on: 'the owner’s upload as sample',
      answers: [400, 400, 400, 201, 400],
      // A new upload for each caller, since any caller may name a file that is a sample already.
      fresh: (w) => newUpload(w),
      freshEach: true,
      ask: (w, role, sample) => ({ body: { ...own(w, role), sample_creation_url: sample } }),
    },
  ],
  checkWorkflow: [
    { on: 'any document', answers: EVERYBODY, ask: (w, role) => ({ body: own(w, role) }) },
  ],
  importWorkflow: [
    {
      on: 'a graph of ComfyUI',
      answers: EVERYBODY,
      ask: () => ({ body: { '1': { class_type: 'PreviewImage', inputs: {} } } }),
    },
  ],
  readWords: [
    {
      on: 'a recipe',
      answers: EVERYBODY,
      ask: (w) => ({ ...on(w.recipe), body: wish }),
    },
    {
      on: 'a hidden recipe',
      answers: OWNER_AND_ADMIN,
      ask: (w) => ({ ...on(w.hiddenRecipe), body: wish }),
    },
  ],
  getRunSize: [
    { on: 'a recipe', answers: EVERYBODY, ask: (w) => ({ ...on(w.recipe), body: wish }) },
    {
      on: 'a hidden recipe',
      answers: OWNER_AND_ADMIN,
      ask: (w) => ({ ...on(w.hiddenRecipe), body: wish }),
    },
  ],
  getWorkflow: [
    { on: 'a recipe', answers: EVERYBODY, ask: (w) => on(w.recipe) },
    { on: 'a hidden recipe', answers: OWNER_AND_ADMIN, ask: (w) => on(w.hiddenRecipe) },
    { on: 'a withdrawn recipe', answers: NOBODY, ask: (w) => on(w.withdrawnRecipe) },
  ],
  updateWorkflow: [
    {
      on: 'a recipe',
      answers: IN_OWN_NAME,
      ask: (w, role) => ({ ...on(w.otherRecipe), body: own(w, role) }),
    },
    {
      on: 'a hidden recipe',
      answers: [404, 404, 404, 200, 403],
      ask: (w, role) => ({ ...on(w.hiddenRecipe), body: own(w, role) }),
    },
    {
      on: 'a withdrawn recipe',
      answers: NOBODY,
      ask: (w, role) => ({ ...on(w.withdrawnRecipe), body: own(w, role) }),
    },
  ],
  deleteWorkflow: [
    {
      on: 'a recipe',
      answers: IN_OWN_NAME,
      fresh: (w) => w.newRecipe(),
      ask: (_w, _role, id) => on(id),
    },
    { on: 'a withdrawn recipe', answers: NOBODY, ask: (w) => on(w.withdrawnRecipe) },
  ],
  getWorkflowSource: [
    { on: 'a recipe', answers: [401, 403, 403, 200, 403], ask: (w) => on(w.recipe) },
    { on: 'a hidden recipe', answers: [401, 404, 404, 200, 403], ask: (w) => on(w.hiddenRecipe) },
  ],
  listOwnWorkflows: [{ on: 'one’s own', answers: [401, 200, 200, 200, 200], ask: nothing }],
  setLaunchPrice: [
    {
      on: 'a recipe',
      answers: IN_OWN_NAME,
      fresh: (w) => w.newRecipe({ price: 300 }),
      ask: (w, _role, id) => ({ ...on(id), body: { price: 200, until: tomorrow(w) } }),
    },
    {
      on: 'a hidden recipe',
      answers: [404, 404, 404, 400, 403],
      ask: (w) => ({ ...on(w.hiddenRecipe), body: { price: 200, until: tomorrow(w) } }),
    },
  ],
  endLaunchPrice: [
    {
      on: 'a recipe',
      answers: IN_OWN_NAME,
      fresh: (w) => w.newRecipe(),
      ask: (_w, _role, id) => on(id),
    },
    {
      on: 'a hidden recipe',
      answers: [404, 404, 404, 200, 403],
      ask: (w) => on(w.hiddenRecipe),
    },
  ],
  setWorkflowState: [
    {
      on: 'a recipe',
      answers: IN_OWN_NAME,
      fresh: (w) => w.newRecipe(),
      ask: (_w, _role, id) => ({ ...on(id), body: { state: 'paused' } }),
    },
    {
      on: 'a hidden recipe',
      answers: [404, 404, 404, 200, 403],
      ask: (w) => ({ ...on(w.hiddenRecipe), body: { state: 'listed' } }),
    },
    {
      on: 'a withdrawn recipe',
      answers: NOBODY,
      ask: (w) => ({ ...on(w.withdrawnRecipe), body: { state: 'listed' } }),
    },
  ],
  restoreWorkflow: [
    {
      on: 'a withdrawn recipe',
      answers: OWNER,
      fresh: async (w) => {
        const id = await w.newRecipe()
        await w.cast.browsers.owner.json(`/workflows/${id}`, { method: 'DELETE' })
        return id
      },
      ask: (_w, _role, id) => on(id),
    },
    { on: 'a recipe that stands', answers: IN_OWN_NAME, ask: (w) => on(w.recipe) },
  ],
  objectToHiding: [
    {
      on: 'a hidden recipe',
      answers: [404, 404, 404, 201, 403],
      ask: (w) => ({ ...on(w.hiddenRecipe), body: { text: 'It is my own picture.' } }),
    },
    {
      on: 'a recipe',
      answers: [403, 403, 403, 409, 403],
      ask: (w) => ({ ...on(w.recipe), body: { text: 'It is my own picture.' } }),
    },
  ],
  listVersions: ownReadings(),
  getVersionSource: ownReadings({ version: '1' }),
  publishVersionAgain: [
    {
      on: 'a recipe',
      answers: [403, 403, 403, 201, 403],
      fresh: (w) => w.newRecipe(),
      ask: (_w, _role, id) => ({ params: { id, version: '1' }, body: {} }),
    },
    {
      on: 'the measured time of a recipe that has not run',
      answers: [403, 403, 403, 409, 403],
      ask: (w) => ({ params: { id: w.recipe, version: '1' }, body: { measured_time: true } }),
    },
    {
      on: 'a withdrawn recipe',
      answers: NOBODY,
      ask: (w) => ({ params: { id: w.withdrawnRecipe, version: '1' }, body: {} }),
    },
  ],
  listRelatedWorkflows: [
    { on: 'a recipe', answers: EVERYBODY, ask: (w) => on(w.recipe) },
    { on: 'a hidden recipe', answers: [404, 404, 404, 200, 200], ask: (w) => on(w.hiddenRecipe) },
  ],
})

async function newUpload(world: World): Promise<string> {
  const { body } = await world.cast.browsers.owner.json<{ url: string }>('/upload/image', {
    form: await aPicture(),
  })
  return body.url
}
