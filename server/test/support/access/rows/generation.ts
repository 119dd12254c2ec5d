import { signClaim } from '../../../../src/features/notices/letter-link.ts'
import {
  defineRows,
  EVERYBODY,
  NOBODY,
  nothing,
  OWN_READ,
  OWN_READ_OF_NONE,
  OWNER,
  on,
  SIGNED_IN,
  wish,
} from '../row.ts'
import type { World } from '../world.ts'

export const generationRows = defineRows({
  listMyJobs: [{ on: 'one’s own', answers: EVERYBODY, ask: nothing }],
  getWaitingProof: [{ on: 'one’s own', answers: EVERYBODY, ask: nothing }],
  getJob: [{ on: 'a job', answers: OWN_READ, ask: (w) => on(w.job) }],
  streamJobEvents: [{ on: 'a finished job', answers: OWN_READ, ask: (w) => on(w.job) }],
  cancelJob: [
    { on: 'a finished job', answers: [404, 404, 404, 409, 404], ask: (w) => on(w.job) },
    {
      on: 'a running job',
      answers: OWNER,
      fresh: (w) => w.newRunningJob(),
      ask: (_w, _role, id) => on(id),
    },
  ],
  startBatch: [
    {
      on: 'a recipe',
      answers: [401, 401, 202, 202, 202],
      ask: (w) => ({ ...on(w.recipe), body: { rows: [{ wish: 'boat' }] } }),
    },
    {
      on: 'a hidden recipe',
      answers: [401, 401, 404, 404, 404],
      ask: (w) => ({ ...on(w.hiddenRecipe), body: { rows: [{ wish: 'boat' }] } }),
    },
  ],
  listBatches: [{ on: 'one’s own', answers: SIGNED_IN, ask: nothing }],
  getBatch: [
    {
      on: 'a batch',
      answers: [401, 401, 404, 200, 404],
      fresh: (w) => w.newBatch(),
      ask: (_w, _role, id) => on(id),
    },
  ],
  downloadBatch: [
    {
      on: 'a batch',
      answers: [401, 401, 404, 200, 404],
      fresh: (w) => w.newBatch(),
      ask: (_w, _role, id) => on(id),
    },
  ],
  cancelBatch: [
    {
      on: 'a running batch',
      answers: [401, 401, 404, 200, 404],
      fresh: (w) => w.newBatch('forever'),
      ask: (_w, _role, id) => on(id),
    },
  ],
  testWorkflow: [
    {
      on: 'a recipe',
      answers: [403, 403, 403, 202, 403],
      ask: (w) => ({ ...on(w.recipe), body: wish }),
    },
    {
      on: 'a hidden recipe',
      answers: [404, 404, 404, 202, 403],
      ask: (w) => ({ ...on(w.hiddenRecipe), body: wish }),
    },
  ],
  listWorkflowTests: [
    { on: 'a recipe', answers: [401, 403, 403, 200, 403], ask: (w) => on(w.recipe) },
  ],
  listSamples: [{ on: 'a recipe', answers: [401, 403, 403, 200, 403], ask: (w) => on(w.recipe) }],
  chooseSample: [
    {
      on: 'a recipe, with a public creation',
      answers: [403, 403, 403, 200, 403],
      ask: (w) => ({ ...on(w.recipe), body: { creation_id: w.creations.public } }),
    },
    {
      on: 'a recipe, with none',
      answers: [403, 403, 403, 200, 403],
      ask: (w) => ({ ...on(w.recipe), body: { none: true } }),
    },
    {
      on: 'a recipe, with a test',
      answers: [403, 403, 403, 400, 403],
      fresh: (w) => w.newRunningJob(),
      ask: (w, _role, id) => ({ ...on(w.recipe), body: { test_id: id } }),
    },
  ],
  testDraft: [
    {
      on: 'a draft',
      answers: [404, 404, 404, 202, 404],
      fresh: (w) => w.newDraft(),
      ask: (_w, _role, id) => ({ ...on(id), body: wish }),
    },
  ],
  listDraftTests: [
    {
      on: 'a draft',
      answers: OWN_READ,
      fresh: (w) => w.newDraft(),
      ask: (_w, _role, id) => on(id),
    },
  ],
  getTest: [
    { on: 'a test', answers: OWN_READ, fresh: newTest, ask: (_w, _role, id) => on(id) },
    { on: 'a remix', answers: OWN_READ_OF_NONE, ask: (w) => on(w.job) },
  ],
  leaveAddress: [
    {
      on: 'a job',
      answers: OWNER,
      ask: (w) => ({ ...on(w.job), body: { email: 'guest@example.com' } }),
    },
  ],
  claimCreation: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ body: { token: 'a.b.zzzzzzzz.c' } }) },
    {
      on: 'a link to what one owns already',
      answers: OWNER,
      fresh: (w) => w.newCreation(),
      ask: (w, _, creationId) => ({ body: { token: newClaimToken(w, creationId) } }),
    },
  ],
})

function newClaimToken({ app, cast }: World, creationId: string): string {
  return signClaim(app.ctx, { creationId, ownerId: cast.ids.owner }, app.ctx.clock.now())
}

async function newTest({ cast, recipe }: World): Promise<string> {
  const { body } = await cast.browsers.owner.json<{ job_id: string }>(
    `/workflows/${recipe}/tests`,
    {
      body: wish,
    },
  )
  return body.job_id
}
