import { newId } from '../../../../src/platform/ids.ts'
import { waitlistEntries } from '../../../../src/schema/identity.ts'
import { idOf } from '../../acts.ts'
import { Browser, signIn } from '../../browser.ts'
import { ADMIN, defineRows, nothing, on } from '../row.ts'
import type { World } from '../world.ts'

const NOT_THERE = [401, 401, 403, 403, 404] as const
const CONFLICT = [401, 401, 403, 403, 409] as const
const SET_UP = [404, 404, 404, 404, 404] as const
const CODE = { code: 'AAAA-AAAA-AAAA-AAAA' }
const list = { on: 'the list', answers: ADMIN, ask: nothing }

export const consoleRows = defineRows({
  getToday: [{ on: 'the day', answers: ADMIN, ask: nothing }],
  getSettings: [{ on: 'the settings', answers: ADMIN, ask: nothing }],
  updateSettings: [
    {
      on: 'no change',
      answers: ADMIN,
      ask: () => ({ body: { revision: 0, values: {} } }),
    },
  ],
  testSettings: [
    {
      on: 'a group with nothing to call',
      answers: ADMIN,
      ask: () => ({ body: { group: 'limits', values: {} } }),
    },
  ],
  readSetUp: [{ on: 'a server with an owner', answers: SET_UP, ask: () => ({ body: CODE }) }],
  testSetUp: [
    {
      on: 'a server with an owner',
      answers: SET_UP,
      ask: () => ({ body: { ...CODE, group: 'limits', values: {} } }),
    },
  ],
  finishSetUp: [
    {
      on: 'a server with an owner',
      answers: SET_UP,
      ask: () => ({ body: { ...CODE, values: {} } }),
    },
  ],
  listPeople: [list],
  getPerson: [
    { on: 'a user', answers: ADMIN, ask: (w) => on(w.cast.ids.user) },
    { on: 'no account', answers: NOT_THERE, ask: (w) => on(w.recipe) },
  ],
  setRoles: [
    {
      on: 'a user',
      answers: ADMIN,
      fresh: newAccount,
      ask: (_w, _role, id) => ({ ...on(id), body: { roles: ['finance'] } }),
    },
  ],
  banPerson: [
    {
      on: 'a user',
      answers: ADMIN,
      fresh: newAccount,
      ask: (_w, _role, id) => ({ ...on(id), body: { banned: true } }),
    },
  ],
  adjustBalance: [
    {
      on: 'a user',
      answers: ADMIN,
      fresh: newAccount,
      ask: (_w, _role, id) => ({ ...on(id), body: { amount: 100, reason: 'for a test' } }),
    },
  ],
  endSessions: [
    {
      on: 'a user',
      answers: ADMIN,
      fresh: newAccount,
      ask: (_w, _role, id) => ({ ...on(id), body: {} }),
    },
  ],
  exportPerson: [
    {
      on: 'a user',
      answers: ADMIN,
      ask: (w) => ({ ...on(w.cast.ids.user), body: { reason: 'a letter' } }),
    },
  ],
  deletePerson: [
    {
      on: 'a user under another name',
      answers: CONFLICT,
      ask: (w) => ({ ...on(w.cast.ids.user), body: { reason: 'a letter', handle: 'x' } }),
    },
  ],
  listWaitlist: [list],
  inviteFromWaitlist: [
    { on: 'no entry', answers: NOT_THERE, ask: (w) => ({ ...on(w.recipe), body: {} }) },
  ],
  forgetWaiting: [
    { on: 'an entry', answers: ADMIN, fresh: newEntry, ask: (_w, _role, id) => on(id) },
  ],
  listRuns: [list],
  getRun: [{ on: 'a run', answers: ADMIN, ask: (w) => on(w.job) }],
  retryRun: [
    {
      on: 'a run',
      answers: ADMIN,
      fresh: (w) => w.newRunningJob(),
      ask: (_w, _role, id) => on(id),
    },
    { on: 'an ended run', answers: CONFLICT, ask: (w) => on(w.job) },
  ],
  cancelRun: [
    {
      on: 'a run',
      answers: ADMIN,
      fresh: (w) => w.newRunningJob(),
      ask: (_w, _role, id) => on(id),
    },
    { on: 'an ended run', answers: CONFLICT, ask: (w) => on(w.job) },
  ],
  listAllPayments: [list],
  getPayment: [{ on: 'a payment', answers: ADMIN, fresh: newPayment, ask: (_w, _r, id) => on(id) }],
  refundPayment: [
    {
      on: 'an authorisation',
      answers: CONFLICT,
      fresh: newPayment,
      ask: (_w, _role, id) => ({ ...on(id), body: { refundable: 300, reason: 'a test' } }),
    },
  ],
  releaseAuthorisation: [
    {
      on: 'an authorisation',
      answers: ADMIN,
      fresh: newPayment,
      ask: (_w, _role, id) => ({ ...on(id), body: {} }),
    },
  ],
  listAllWorkflows: [list],
  pauseWorkflow: [
    {
      on: 'a recipe',
      answers: ADMIN,
      fresh: (w) => w.newRecipe(),
      ask: (_w, _role, id) => ({ ...on(id), body: { paused: true } }),
    },
  ],
  listBackups: [{ on: 'the list', answers: ADMIN, ask: nothing }],
  downloadBackup: [
    {
      on: 'a database of one’s own',
      answers: [401, 401, 403, 403, 409],
      ask: () => ({ body: { passphrase: 'correct horse battery staple' } }),
    },
  ],
  getBooks: [{ on: 'the books', answers: ADMIN, ask: nothing }],
  compareBooks: [{ on: 'the books', answers: ADMIN, ask: nothing }],
  getMargins: [{ on: 'the margins', answers: ADMIN, ask: nothing }],
  exportMargins: [{ on: 'the margins', answers: ADMIN, ask: nothing }],
  exportTaxReport: [{ on: 'a quarter', answers: ADMIN, ask: () => ({ query: 'quarter=2026-Q4' }) }],
  getFirstCatalogue: [{ on: 'the catalogue', answers: ADMIN, ask: nothing }],
  removeFirstCatalogue: [
    { on: 'none', answers: ADMIN, ask: () => ({ body: { recipes: 0 } }) },
    { on: 'another number', answers: CONFLICT, ask: () => ({ body: { recipes: 1 } }) },
  ],
})

let accounts = 0

async function newAccount({ app }: World): Promise<string> {
  const browser = new Browser(app.url)
  await signIn(browser, `staffed-${++accounts}@example.com`)
  return idOf(browser)
}

async function newEntry({ app }: World): Promise<string> {
  const id = newId()
  await app.ctx.db
    .insert(waitlistEntries)
    .values({ id, email: `${id}@example.com`, createdAt: app.ctx.clock.now() })
  return id
}

async function newPayment(world: World): Promise<string> {
  return (await world.newAuthorisation()).payment
}
