import type { RouteName } from '@vignette/contract/paths.ts'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { inTransaction } from '../../../src/ctx.ts'
import { postCapture } from '../../../src/features/ledger/index.ts'
import { signClaim } from '../../../src/features/notices/sign-claim.ts'
import { signReceipt } from '../../../src/features/notices/sign-receipt.ts'
import { unsubscribeLink } from '../../../src/features/notices/unsubscribe-link.ts'
import { payments } from '../../../src/features/payments/tables.ts'
import { startRun } from '../../../src/features/payouts/start-run.ts'
import { makeMonthStatements } from '../../../src/features/statements/make-month-statements.ts'
import { newId } from '../../../src/platform/ids.ts'
import { publish, recipeFor } from '../market.ts'
import { disputeOf, sell } from '../money/sell-disputed.ts'
import { aPicture, type Cast, type Role, type World } from './world.ts'

// Longer than other files: one table, in which every route of the contract has its row.

export interface Ask {
  params?: Record<string, string>
  query?: string
  body?: unknown
  form?: () => Promise<FormData>
}

export interface Row {
  /** The kind of object that the route is called on. */
  on: string
  /** The expected statuses for stranger, another visitor, another user, owner and admin. */
  answers: readonly [number, number, number, number, number]
  /** Makes an object before the row, once or for each caller; `ask` receives its id. */
  fresh?: (world: World) => Promise<string>
  freshEach?: boolean
  /** The call ends sessions or accounts, so the row has its own cast. */
  ownCast?: boolean
  ask: (world: World, role: Role, fresh: string, cast: Cast) => Ask
}

export const EVERYBODY = [200, 200, 200, 200, 200] as const
const CREATED = [201, 201, 201, 201, 201] as const
const NOBODY = [404, 404, 404, 404, 404] as const
/** Other callers get 404, as for a missing object. */
const OWNER = [404, 404, 404, 200, 404] as const
const OWNER_AND_ADMIN = [404, 404, 404, 200, 200] as const
/** A read that needs a principal, which a stranger does not have yet. */
const OWN_READ = [401, 404, 404, 200, 404] as const
const OWN_READ_OF_NONE = [401, 404, 404, 404, 404] as const
const IN_OWN_NAME = [403, 403, 403, 200, 403] as const
const SIGNED_IN = [401, 401, 200, 200, 200] as const
const ADMIN = [401, 401, 403, 403, 200] as const

const on = (id: string) => ({ params: { id } })
const nothing = () => ({})
const own = (world: World, role: Role) => recipeFor(world.cast.ids[role])
const wish = { user_inputs: { wish: 'boat' } }

function checkout(world: World, recipe: string, change: object = {}) {
  const back = `${world.app.url}/workflows/${recipe}/remix`
  return { workflow_id: recipe, success_url: back, cancel_url: back, ...change }
}

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

/** The rows of every route that reads a recipe for its creator, for 30 days also one taken down. */
function ownReadings(more: Record<string, string> = {}): Row[] {
  const read = (id: string): Ask => ({ params: { id, ...more } })
  return [
    { on: 'a recipe', answers: [401, 403, 403, 200, 403], ask: (w) => read(w.recipe) },
    { on: 'a hidden recipe', answers: [401, 404, 404, 200, 403], ask: (w) => read(w.hiddenRecipe) },
    { on: 'a withdrawn recipe', answers: OWN_READ, ask: (w) => read(w.withdrawnRecipe) },
  ]
}

/** Every route of the contract, with the kinds of object that the route is called on. */
export const TABLE: Record<RouteName, Row[]> = {
  healthcheck: [{ on: 'the server', answers: EVERYBODY, ask: nothing }],
  getAppConfig: [{ on: 'the server', answers: EVERYBODY, ask: nothing }],
  getFrontPage: [{ on: 'the server', answers: EVERYBODY, ask: nothing }],
  listProviders: [{ on: 'the server', answers: EVERYBODY, ask: nothing }],

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
      // A new upload for each caller, since everybody may show a file once it is a sample.
      fresh: (w) => newUpload(w),
      freshEach: true,
      ask: (w, role, sample) => ({ body: { ...own(w, role), sample_creation_url: sample } }),
    },
  ],
  checkWorkflow: [
    { on: 'any document', answers: EVERYBODY, ask: (w, role) => ({ body: own(w, role) }) },
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
  createDraft: [
    { on: 'a new recipe', answers: CREATED, ask: () => ({ body: { text: '{' } }) },
    {
      on: 'a recipe',
      answers: [403, 403, 403, 201, 403],
      fresh: (w) => w.newRecipe(),
      ask: (_w, _role, id) => ({ body: { text: '{', workflow_id: id } }),
    },
  ],
  listDrafts: [{ on: 'one’s own drafts', answers: [401, 200, 200, 200, 200], ask: nothing }],
  getDraft: [
    {
      on: 'a draft',
      answers: OWN_READ,
      fresh: (w) => w.newDraft(),
      ask: (_w, _role, id) => on(id),
    },
    { on: 'no draft', answers: OWN_READ_OF_NONE, ask: (w) => on(w.recipe) },
  ],
  updateDraft: [
    {
      on: 'a draft',
      answers: OWNER,
      fresh: (w) => w.newDraft(),
      ask: (_w, _role, id) => ({ ...on(id), body: { text: '{}', revision: 1 } }),
    },
  ],
  deleteDraft: [
    {
      on: 'a draft',
      answers: OWNER,
      fresh: (w) => w.newDraft(),
      ask: (_w, _role, id) => on(id),
    },
  ],
  publishDraft: [
    {
      // Its owner is told that no test has passed.
      on: 'a draft',
      answers: [404, 404, 404, 409, 404],
      fresh: (w) => w.newDraft(),
      ask: (_w, _role, id) => ({ ...on(id), body: { revision: 1, visibility: 'unlisted' } }),
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
  listWorkflowRuns: ownReadings(),
  listWorkflowFailures: ownReadings(),

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
  downloadCreation: readings('&filename=mine.png'),
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
    { on: 'nobody', answers: NOBODY, ask: (w) => on(w.recipe) },
  ],
  listMyJobs: [{ on: 'one’s own', answers: EVERYBODY, ask: nothing }],

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

  uploadFile: [
    {
      on: 'one’s own name',
      answers: CREATED,
      ask: () => ({ params: { kind: 'image' }, form: () => aPicture() }),
    },
  ],
  uploadImage: [
    { on: 'one’s own name', answers: CREATED, ask: () => ({ form: () => aPicture() }) },
  ],

  startGoogleSignIn: [{ on: 'the server', answers: EVERYBODY, ask: nothing }],
  finishGoogleSignIn: [
    { on: 'a sign-in nobody started', answers: [302, 302, 302, 302, 302], ask: nothing },
  ],
  getAuthMe: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
  getMe: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
  getUser: [
    { on: 'a user', answers: EVERYBODY, ask: (w) => on(w.cast.ids.owner) },
    { on: 'nobody', answers: NOBODY, ask: (w) => on(w.recipe) },
  ],
  updateUser: [
    {
      on: 'oneself',
      answers: SIGNED_IN,
      ask: (_w, role) => ({ body: { username: `i.${role.slice(0, 3)}` } }),
    },
    {
      on: 'a name another has',
      answers: [401, 401, 409, 200, 409],
      ask: () => ({ body: { username: 'i.own' } }),
    },
  ],
  logout: [{ on: 'oneself', answers: EVERYBODY, ownCast: true, ask: nothing }],
  logoutEverywhere: [{ on: 'oneself', answers: SIGNED_IN, ownCast: true, ask: nothing }],
  listSessions: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
  revokeSession: [
    {
      on: 'another session of the owner’s',
      answers: [401, 401, 404, 200, 404],
      fresh: (w) => w.newSession(),
      ask: (_w, _role, id) => on(id),
    },
  ],
  createAccessToken: [
    {
      on: 'oneself',
      answers: [401, 401, 201, 201, 201],
      ask: () => ({ body: { label: 'a script' } }),
    },
  ],
  deleteAccount: [{ on: 'oneself', answers: SIGNED_IN, ownCast: true, ask: nothing }],
  exportAccount: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],

  getPaymentConfig: [{ on: 'the server', answers: EVERYBODY, ask: nothing }],
  createCheckoutSession: [
    {
      on: 'a priced recipe',
      answers: EVERYBODY,
      fresh: (w) => w.newPriced(),
      ask: (w, _role, id) => ({ body: checkout(w, id) }),
    },
    {
      on: 'a priced recipe in the owner’s name',
      answers: IN_OWN_NAME,
      fresh: (w) => w.newPriced(),
      ask: (w, _role, id) => ({ body: checkout(w, id, { user_id: w.cast.ids.owner }) }),
    },
    {
      on: 'a priced recipe with the owner’s upload',
      answers: [400, 400, 400, 200, 400],
      fresh: (w) =>
        w.newPriced({
          inputs: [{ key: 'photo', type: 'image' }],
          steps: [
            { id: 'draw', provider: 'local', function_type: 'restyle', first_image: '{{photo}}' },
          ],
        }),
      ask: (w, _role, id) => ({ body: checkout(w, id, { user_inputs: { photo: w.upload } }) }),
    },
    {
      on: 'a hidden recipe',
      answers: NOBODY,
      ask: (w) => ({ body: checkout(w, w.hiddenRecipe) }),
    },
  ],
  getPaymentSession: [
    {
      on: 'a checkout',
      answers: OWN_READ,
      ask: (w) => ({ params: { sessionId: w.session } }),
    },
  ],
  findOpenPayment: [
    {
      on: 'one’s own for a recipe',
      answers: EVERYBODY,
      ask: (w) => ({ query: `workflow_id=${w.paidRecipe}` }),
    },
  ],
  releasePayment: [
    {
      on: 'an authorised payment',
      answers: OWNER,
      fresh: async (w) => (await w.newAuthorization()).payment,
      ask: (_w, _role, id) => on(id),
    },
  ],
  receiveWebhook: [
    {
      on: 'an unsigned event',
      answers: [400, 400, 400, 400, 400],
      ask: () => ({ params: { gateway: 'sandbox' }, body: { type: 'checkout.session.completed' } }),
    },
  ],
  // Other callers get 200 with an empty receipt, which the test of the bodies checks.
  getReceipt: [
    { on: 'a creation', answers: [401, 200, 200, 200, 200], ask: (w) => on(w.creations.private) },
  ],
  getEarnings: [{ on: 'one’s own', answers: [401, 200, 200, 200, 200], ask: nothing }],
  listPurchases: [{ on: 'one’s own', answers: [401, 200, 200, 200, 200], ask: nothing }],
  getPurchase: [
    { on: 'a purchase', answers: OWN_READ, fresh: newPurchase, ask: (_w, _role, id) => on(id) },
    {
      on: 'an authorisation that is not charged',
      answers: OWN_READ,
      fresh: async (w) => (await w.newAuthorization()).payment,
      ask: (_w, _role, id) => on(id),
    },
  ],
  listSales: [{ on: 'one’s own', answers: [401, 200, 200, 200, 200], ask: nothing }],
  exportSales: [{ on: 'one’s own', answers: [401, 200, 200, 200, 200], ask: nothing }],
  refundSale: [
    {
      on: 'no sale',
      answers: [401, 401, 404, 404, 404],
      ask: (w) => ({ ...on(w.recipe), body: { reason: 'goodwill' } }),
    },
    {
      on: 'a sale',
      answers: [401, 401, 404, 200, 404],
      fresh: async (w) => (await newSaleOfOwner(w)).paymentId,
      ask: (_w, _role, id) => ({ ...on(id), body: { reason: 'goodwill' } }),
    },
  ],

  listDisputes: [{ on: 'one’s own', answers: [401, 200, 200, 200, 200], ask: nothing }],
  writeDisputeNote: [
    {
      on: 'a dispute',
      answers: OWNER,
      fresh: newDispute,
      ask: (_, __, id) => ({ ...on(id), body: { text: 'It was delivered.' } }),
    },
  ],
  attachDisputeFile: [
    {
      on: 'a dispute',
      answers: OWNER,
      fresh: newDispute,
      ask: (_, __, id) => ({ ...on(id), form: () => aPicture() }),
    },
  ],
  removeDisputeFile: [
    { on: 'a dispute', answers: OWNER, fresh: newDispute, ask: (_, __, id) => on(id) },
  ],
  getDisputeFile: [
    { on: 'no dispute', answers: OWN_READ_OF_NONE, ask: () => on('du_none') },
    {
      on: 'a note with a file',
      answers: [401, 404, 404, 200, 200],
      fresh: newDisputeFile,
      ask: (_, __, id) => on(id),
    },
  ],
  refundWarnedPayment: [
    {
      on: 'a warned sale',
      answers: [401, 401, 404, 200, 200],
      fresh: newWarning,
      freshEach: true,
      ask: (_, __, id) => on(id),
    },
  ],
  listAllDisputes: [{ on: 'everybody’s', answers: ADMIN, ask: nothing }],
  getDispute: [{ on: 'a dispute', answers: ADMIN, fresh: newDispute, ask: (_, __, id) => on(id) }],
  sendEvidence: [
    { on: 'a dispute', answers: ADMIN, fresh: newDispute, ask: (_, __, id) => on(id) },
  ],
  listStatements: [{ on: 'one’s own', answers: SIGNED_IN, ask: nothing }],
  getStatement: statementRows(),
  exportStatement: statementRows(),
  printStatement: statementRows(),
  openInvoice: [
    {
      on: 'a payment that is not charged',
      answers: NOBODY,
      fresh: async (w) => (await w.newAuthorization()).payment,
      ask: (_w, _role, id) => ({ ...on(id), body: {} }),
    },
    {
      on: 'a charged payment',
      answers: OWNER,
      fresh: newPurchase,
      ask: (_w, _role, id) => ({ ...on(id), body: {} }),
    },
  ],
  openSignedInvoice: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ body: { token: 'a.b.zzzzzzzz.c' } }) },
  ],
  printInvoice: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ params: { token: 'a.b.zzzzzzzz.c' } }) },
  ],
  receivePayoutWebhook: [
    {
      on: 'an unsigned event',
      answers: [400, 400, 400, 400, 400],
      ask: () => ({ params: { gateway: 'sandbox' }, body: { type: 'transfer.created' } }),
    },
  ],
  getPayouts: [{ on: 'one’s own', answers: [401, 200, 200, 200, 200], ask: nothing }],
  getPayoutAccount: [{ on: 'one’s own', answers: SIGNED_IN, ask: nothing }],
  openPayoutAccount: [
    { on: 'one’s own', answers: SIGNED_IN, ask: () => ({ body: { country: 'US' } }) },
  ],
  getLeaving: [{ on: 'one’s own', answers: SIGNED_IN, ask: nothing }],
  getLeftMoney: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ body: { token: 'a.b.c' } }) },
  ],
  openLeftAccount: [
    {
      on: 'a forged link',
      answers: NOBODY,
      ask: () => ({ body: { token: 'a.b.c', country: 'US' } }),
    },
  ],
  updatePayoutSettings: [
    { on: 'one’s own', answers: SIGNED_IN, ask: () => ({ body: { minimum: 2_000 } }) },
  ],
  previewPayoutRun: [{ on: 'everybody’s', answers: ADMIN, ask: nothing }],
  startPayoutRun: [
    {
      on: 'a preview that was never shown',
      answers: [401, 401, 403, 403, 409],
      ask: () => ({ body: { total: 1, payouts: 1 } }),
    },
  ],
  listPayoutRuns: [{ on: 'everybody’s', answers: ADMIN, ask: nothing }],
  listRunPayouts: [
    { on: 'no run', answers: [401, 401, 403, 403, 404], ask: (w) => on(w.recipe) },
    { on: 'a run', answers: ADMIN, fresh: newPayoutRun, ask: (_, __, run) => on(run) },
  ],
  exportPayoutRun: [
    { on: 'no run', answers: [401, 401, 403, 403, 404], ask: (w) => on(w.recipe) },
    { on: 'a run', answers: ADMIN, fresh: newPayoutRun, ask: (_, __, run) => on(run) },
  ],
  listPayoutHolds: [{ on: 'everybody’s', answers: ADMIN, ask: nothing }],
  setPayoutHold: [
    {
      on: 'the owner',
      answers: [401, 401, 403, 403, 201],
      ask: (w) => ({ body: { principal_id: w.cast.ids.owner, reason: 'a look at the sales' } }),
    },
  ],
  liftPayoutHold: [
    { on: 'no hold', answers: [401, 401, 403, 403, 404], ask: (w) => on(w.recipe) },
    { on: 'a hold', answers: ADMIN, fresh: newPayoutHold, ask: (_, __, hold) => on(hold) },
  ],
  markPayoutPaid: [
    {
      on: 'no payout',
      answers: [401, 401, 403, 403, 404],
      ask: (w) => ({ ...on(w.recipe), body: { reference: 'SEPA 1' } }),
    },
  ],
  markPayoutFailed: [
    {
      on: 'no payout',
      answers: [401, 401, 403, 403, 404],
      ask: (w) => ({ ...on(w.recipe), body: { reason: 'no such account' } }),
    },
  ],

  createReport: [
    {
      on: 'a public creation',
      answers: CREATED,
      ask: (w) => report('creation', w.creations.public),
    },
    {
      on: 'a private creation',
      answers: [404, 404, 404, 201, 404],
      // Made for this row, since an admin may see a reported creation.
      fresh: (w) => w.newCreation(),
      ask: (_w, _role, id) => report('creation', id),
    },
    { on: 'a recipe', answers: CREATED, ask: (w) => report('workflow', w.recipe) },
    {
      on: 'a hidden recipe',
      answers: [404, 404, 404, 201, 404],
      ask: (w) => report('workflow', w.hiddenRecipe),
    },
  ],
  listReports: [{ on: 'the queue', answers: ADMIN, ask: nothing }],
  actOnReport: [
    {
      on: 'a report',
      answers: ADMIN,
      ask: (w) => ({ ...on(w.reports.open), body: { action: 'dismiss' } }),
    },
  ],
  listAuditLog: [{ on: 'the log', answers: ADMIN, ask: nothing }],
  approveCreator: [
    {
      on: 'a user',
      answers: ADMIN,
      ask: (w) => ({ ...on(w.cast.ids.user), body: { approved: true } }),
    },
  ],

  collectAnalytics: [
    {
      on: 'an event',
      answers: EVERYBODY,
      ask: () => ({
        body: {
          batch: [{ event: 'x', distinct_id: 'x', uuid: 'x', timestamp: 'x', properties: {} }],
        },
      }),
    },
  ],
  listNotices: [{ on: 'one’s own', answers: SIGNED_IN, ask: nothing }],
  readNotices: [
    { on: 'one’s own', answers: SIGNED_IN, ask: (w) => ({ body: { until: w.recipe } }) },
  ],
  getLetterSettings: [{ on: 'oneself', answers: SIGNED_IN, ask: nothing }],
  updateLetterSettings: [
    { on: 'oneself', answers: SIGNED_IN, ask: () => ({ body: { group: 'sales', on: true } }) },
  ],
  unsubscribe: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ body: { token: 'a.runs.zzzzzzzz.b' } }) },
    {
      on: 'the link of a letter',
      answers: EVERYBODY,
      ask: (w) => ({ body: { token: newUnsubscribeToken(w) } }),
    },
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
  getSignedReceipt: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ body: { token: 'a.b.zzzzzzzz.c' } }) },
    {
      on: 'the link of a letter',
      answers: EVERYBODY,
      fresh: async (w) => (await w.newAuthorization()).payment,
      ask: (w, _, paymentId) => ({ body: { token: newReceiptToken(w, paymentId) } }),
    },
  ],
  getPaymentCase: [
    {
      on: 'a purchase',
      answers: OWN_READ,
      fresh: newPurchase,
      ask: (_w, _role, payment) => on(payment),
    },
  ],
  openCase: [
    {
      on: 'a purchase',
      answers: [404, 404, 404, 201, 404],
      fresh: newPurchase,
      ask: (_w, _role, payment) => ({ ...on(payment), body: COMPLAINT }),
    },
  ],
  getSignedCase: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ body: { token: 'a.b.zzzzzzzz.c' } }) },
    {
      on: 'the link of a letter',
      answers: EVERYBODY,
      fresh: newPurchase,
      ask: (w, _role, payment) => ({ body: { token: newReceiptToken(w, payment) } }),
    },
  ],
  openSignedCase: [
    {
      on: 'a forged link',
      answers: NOBODY,
      ask: () => ({ body: { token: 'a.b.zzzzzzzz.c', ...COMPLAINT } }),
    },
    {
      on: 'the link of a letter',
      answers: CREATED,
      fresh: newPurchase,
      freshEach: true,
      ask: (w, _role, payment) => ({ body: { token: newReceiptToken(w, payment), ...COMPLAINT } }),
    },
  ],
  withdrawSignedCase: [
    { on: 'a forged link', answers: NOBODY, ask: () => ({ body: { token: 'a.b.zzzzzzzz.c' } }) },
    {
      on: 'the link of a letter about a purchase without a case',
      answers: NOBODY,
      fresh: newPurchase,
      ask: (w, _role, payment) => ({ body: { token: newReceiptToken(w, payment) } }),
    },
  ],
  listCases: [{ on: 'one’s own', answers: [401, 200, 200, 200, 200], ask: nothing }],
  listAllCases: [{ on: 'everybody’s', answers: ADMIN, ask: nothing }],
  answerCase: [
    {
      on: 'a case about another creator’s recipe',
      answers: NOBODY,
      fresh: newCase,
      ask: (_w, _role, id) => ({ ...on(id), body: { text: 'It is a boat.' } }),
    },
  ],
  grantCase: [
    {
      on: 'no case',
      answers: [401, 401, 404, 404, 404],
      ask: (w) => ({ ...on(w.recipe), body: {} }),
    },
    {
      on: 'a case',
      answers: [401, 401, 404, 404, 200],
      fresh: newCase,
      ask: (_w, _role, id) => ({ ...on(id), body: {} }),
    },
  ],
  refuseCase: [
    {
      on: 'a case',
      answers: ADMIN,
      fresh: newCase,
      ask: (_w, _role, id) => ({ ...on(id), body: { reason: 'It is a boat.' } }),
    },
  ],
  withdrawCase: [{ on: 'a case', answers: OWNER, fresh: newCase, ask: (_w, _role, id) => on(id) }],
  joinWaitlist: [
    { on: 'the list', answers: EVERYBODY, ask: () => ({ body: { email: 'a@example.com' } }) },
  ],
}

function report(type: string, id: string): Ask {
  return { body: { subject_type: type, subject_id: id, reason: 'other' } }
}

function newUnsubscribeToken({ app, cast }: World): string {
  const link = unsubscribeLink(app.ctx, [cast.ids.user, 'runs'])
  return new URL(link).searchParams.get('token') ?? ''
}

function newReceiptToken({ app, cast }: World, paymentId: string): string {
  return signReceipt(app.ctx, { paymentId, buyerId: cast.ids.owner }, app.ctx.clock.now())
}

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

async function newSaleOfOwner(world: World, card?: string) {
  const { cast, app } = world
  const { id } = await publish(cast.browsers.owner, cast.ids.owner, { price: 300 })
  return sell(app, id, card)
}

async function newDispute(world: World): Promise<string> {
  const sold = await newSaleOfOwner(world, '4000000000000259')
  return (await disputeOf(world.app, sold)).id
}

async function newDisputeFile(world: World): Promise<string> {
  const id = await newDispute(world)
  await world.cast.browsers.owner.json(`/disputes/${id}/file`, { form: await aPicture() })
  return id
}

async function newWarning(world: World): Promise<string> {
  const { paymentId } = await newSaleOfOwner(world, '4000000000005423')
  await world.app.ctx.db
    .update(payments)
    .set({ warnedAt: world.app.ctx.clock.now() })
    .where(eq(payments.id, paymentId))
  return paymentId
}

const COMPLAINT = { reason: 'not_what_i_asked', text: 'The boat is no boat.' }

/** A delivered and captured run, by the id of its payment. */
async function newPurchase(world: World): Promise<string> {
  const { app, cast } = world
  const { payment, session } = await world.newAuthorization()
  const [row] = await app.ctx.db.select().from(payments).where(eq(payments.id, payment))
  await cast.browsers.owner.json(`/workflows/${row?.workflowId}/creations`, {
    body: { ...wish, async: false, session_id: session },
  })
  await expect
    .poll(async () => {
      const [now] = await app.ctx.db.select().from(payments).where(eq(payments.id, payment))
      return now?.state
    })
    .toBe('captured')
  return payment
}

async function newCase(world: World): Promise<string> {
  const payment = await newPurchase(world)
  const { body } = await world.cast.browsers.owner.json<{ id: string }>(
    `/payment/${payment}/case`,
    {
      body: COMPLAINT,
    },
  )
  return body.id
}

/** The rows of every route that reads a statement, which its creator and admins may. */
function statementRows(): Row[] {
  return [
    {
      on: 'a statement',
      answers: [401, 401, 404, 200, 200],
      fresh: newStatement,
      ask: (_w, _role, number) => ({ params: { number } }),
    },
    {
      on: 'no statement',
      answers: [401, 401, 404, 404, 404],
      ask: () => ({ params: { number: 'VG-2026-11-999999' } }),
    },
  ]
}

/** The owner's sale of a year ago, and the statement of that month. */
async function newStatement({ app, cast }: World): Promise<string> {
  const { ctx } = app
  const soldAt = new Date(ctx.clock.now().getTime() - 365 * 86_400_000)
  const month = soldAt.toISOString().slice(0, 7)
  const found = async () => {
    const { body } = await cast.browsers.owner.json<{ statements: { number: string }[] }>(
      '/payouts/statements',
    )
    return body.statements[0]?.number
  }
  const known = await found()
  if (known) return known
  await inTransaction(ctx, (tx) =>
    postCapture(tx, {
      paymentId: newId(),
      workflowId: newId(),
      amount: 300,
      book: 'test:sandbox',
      currency: 'usd',
      creator: { principalId: cast.ids.owner, hasAccount: true },
      sharePercent: 70,
      occurredAt: soldAt,
    }),
  )
  await makeMonthStatements(ctx, month)
  return (await found()) ?? ''
}

async function newPayoutRun({ app }: World): Promise<string> {
  const { run } = await startRun(app.ctx, { dueAt: app.ctx.clock.now(), by: 'operator' })
  return run.id
}

async function newPayoutHold({ cast }: World): Promise<string> {
  const { body } = await cast.browsers.admin.json<{ id: string }>('/admin/payouts/holds', {
    body: { principal_id: cast.ids.owner, reason: 'a look at the sales' },
  })
  return body.id
}

async function newUpload(world: World): Promise<string> {
  const { body } = await world.cast.browsers.owner.json<{ url: string }>('/upload/image', {
    form: await aPicture(),
  })
  return body.url
}

/** Routes of the contract without a row in the table. */
export function routesWithoutRow(
  routes: readonly string[],
  table: Record<string, readonly Row[] | undefined>,
): string[] {
  return routes.filter((name) => !table[name]?.length)
}
