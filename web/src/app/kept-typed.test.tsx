import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'
import { sampleSale } from '../../test/sample-sale.ts'
import { listAnswer, sampleId, sampleUser } from '../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../test/start-api.ts'
import { forgetCaller } from '../lib/forget-caller.ts'

const STALE = () =>
  new Refusal(403, { error: 'Please sign in again.', code: 'fresh_sign_in_required' })

const sale = sampleSale()
const view = {
  id: sampleId(80),
  payment_id: sampleId(81),
  workflow_id: sampleId(1),
  workflow_name: 'Riso poster',
  state: 'open',
  waits_for: 'creator',
  side: 'creator',
  reason: 'broken',
  text: 'It is grey.',
  words: 'Your answer is awaited.',
  amount: 300,
  refunded: 0,
  created_at: '2026-11-20T10:00:00Z',
  answer_by: '2026-11-23T10:00:00Z',
  operator_since: null,
  answer: null,
  answered_at: null,
  decision: null,
  decided_by: null,
  decided_at: null,
  granted: null,
  shared: false,
  creation: null,
  test_mode: false,
  may: { answer: true, grant: true, refuse: true },
}
const report = {
  id: sampleId(61),
  subject_type: 'creation',
  subject_title: 'Oil portrait',
  subject_url: null,
  author_handle: 'mara',
  reason: 'spam',
  source: 'visitor',
  status: 'open',
  reports: 1,
  created_at: '2026-11-20T00:00:00Z',
}
const payout = {
  id: sampleId(60),
  state: 'in_transit',
  words: 'On the way',
  amount: 2_100,
  returned: 0,
  handle: 'ada',
  vendor: 'manual',
}
const run = {
  id: sampleId(50),
  due_at: '2026-11-27T06:00:00Z',
  by: 'schedule',
  payouts: 1,
  total: 1,
}
const hold = {
  id: sampleId(70),
  handle: 'ben',
  amount: 300,
  reason: 'A look.',
  set_by: 'admin',
  since: run.due_at,
}
const preview = {
  test_mode: true,
  vendor: 'manual',
  at: '2026-11-27T09:30:00Z',
  total: 3_200,
  balance: 5_000,
  short: 0,
  payouts: 1,
  creators: [
    {
      principal_id: sampleId(2),
      handle: 'ben',
      account: 'ready',
      available: 3_200,
      payable: 3_200,
      stays: [],
    },
  ],
}
const dispute = {
  id: 'du_1',
  recipe: 'Harbour',
  amount: 300,
  phase: 'needs_response',
  reason: 'Not made by the buyer.',
  standing: 'The bank waits.',
  opened_at: run.due_at,
  creator_handle: 'ada',
  texts: [],
}
const asking = {
  id: sampleId(9),
  handle: 'ben',
  email: null,
  asked_at: run.due_at,
  approved_at: null,
}
const runPage = `/admin/payouts?tab=runs&run=${run.id}`

const serve = (more: Record<string, Answerer>) =>
  startApi({
    'GET /auth/me': () => sampleUser({ roles: ['user', 'admin'] }),
    'GET /auth/google/start': () => ({ redirect_url: 'http://issuer.example/authorize' }),
    'GET /workflows': () => listAnswer(0),
    [`GET /users/${sampleId(7)}/creations`]: () => ({ items: [], next_cursor: null }),
    'GET /users/me/sessions': () => ({ sessions: [] }),
    'GET /payouts/leaving': () => ({ lines: [], words: [] }),
    'GET /sales': () => ({
      currency: 'usd',
      test_mode: true,
      totals: { sales: 1, price: 300, refunded: 0, disputed: 0, share: 210 },
      sales: [sale],
      next_cursor: null,
    }),
    'GET /users/me/earnings': () => ({ recipes: [] }),
    'GET /cases': () => ({ cases: [view], next_cursor: null }),
    'GET /admin/reports': () => ({ reports: [report], total: 1 }),
    'GET /admin/creators': () => ({ creators: [asking] }),
    'GET /admin/payouts/preview': () => preview,
    [`GET /admin/payouts/runs/${run.id}`]: () => ({ run, payouts: [payout], next_cursor: null }),
    'GET /admin/payouts/holds': () => ({ holds: [hold], next_cursor: null }),
    'GET /admin/disputes': () => ({ disputes: [dispute], warnings: [], next_cursor: null }),
    'GET /admin/disputes/du_1': () => dispute,
    ...more,
  })

afterEach(() => {
  vi.restoreAllMocks()
  forgetCaller()
  sessionStorage.clear()
})

/** Signs in again at the dialog, and comes back as a new document does. */
async function signInAgain(
  user: UserEvent,
  meanwhile = () => {},
  at = '/auth/callback',
): Promise<UserEvent> {
  const left = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in again to go on' }))
  expect(dialog.getByText(/what you typed is kept in this tab/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Sign in again' }))
  await waitFor(() => expect(left).toHaveBeenCalled())
  cleanup()
  meanwhile()
  return renderPage(at).user
}

interface Form {
  page: string
  refuses: string
  /** The buttons that open the form. */
  opens?: (string | RegExp)[]
  types?: Record<string, string>
  picks?: string
  presses: string
}
const FORMS: Record<string, Form> = {
  'the refund of a sale': {
    page: '/studio/sales',
    refuses: `POST /sales/${sale.id}/refunds`,
    opens: ['Refund…'],
    picks: 'A part',
    types: { 'Amount in dollars': '1.00', 'Note to the buyer (optional)': 'Sorry' },
    presses: 'Refund $1.00',
  },
  'the grant of a case': {
    page: '/studio/sales/cases',
    refuses: `POST /cases/${view.id}/grant`,
    opens: ['Give the money back'],
    types: { 'Sum in dollars': '1.50', 'Note to the buyer (optional)': 'Half of it' },
    presses: 'Give back $1.50',
  },
  'the refusal of a case': {
    page: '/studio/sales/cases',
    refuses: `POST /cases/${view.id}/refuse`,
    opens: ['Refuse'],
    types: { Reason: 'It is as described.' },
    presses: 'Refuse',
  },
  'the name of a token': {
    page: '/profile?tab=account',
    refuses: 'POST /users/me/tokens',
    types: { 'Name of the token': 'Render script' },
    presses: 'Create token',
  },
  'the deletion of the account': {
    page: '/profile?tab=account',
    refuses: 'DELETE /users/me',
    opens: ['Delete account…'],
    types: { 'Type “delete my account” to confirm': 'delete my account' },
    presses: 'Delete account for good',
  },
  'what is done about a report': {
    page: '/admin/reports',
    refuses: `POST /admin/reports/${report.id}/actions`,
    opens: ['Ban author'],
    types: { 'Note for the audit log (optional)': 'Third time' },
    presses: 'Ban author',
  },
  'the account to approve': {
    page: '/admin/people?tab=creators',
    refuses: `POST /admin/creators/${sampleId(9)}/approval`,
    types: { 'Handle, e-mail or account id': 'ben' },
    presses: 'Approve: @ben',
  },
  'a payout marked paid': {
    page: runPage,
    refuses: `POST /admin/payouts/${payout.id}/paid`,
    opens: ['Mark paid: @ada'],
    types: { 'Reference of the bank': 'SEPA 17' },
    presses: 'Mark paid',
  },
  'a new hold': {
    page: '/admin/payouts?tab=holds',
    refuses: 'POST /admin/payouts/holds',
    opens: ['Set a hold'],
    picks: 'An amount',
    types: { Creator: '@ben', 'Amount in dollars': '12.50', Reason: 'A look at a sale' },
    presses: 'Set hold',
  },
  'a hold of a listed creator': {
    page: '/admin/payouts',
    refuses: 'POST /admin/payouts/holds',
    opens: ['Hold money of @ben'],
    types: { Reason: 'A look at a sale' },
    presses: 'Set hold',
  },
  'the end of a hold': {
    page: '/admin/payouts?tab=holds',
    refuses: `DELETE /admin/payouts/holds/${hold.id}`,
    opens: ['Lift the hold of @ben'],
    presses: 'Lift',
  },
  'a run of payouts': {
    page: '/admin/payouts',
    refuses: 'POST /admin/payouts/run',
    opens: ['Pay $32.00 now'],
    presses: 'Pay $32.00',
  },
  'the evidence of a dispute': {
    page: '/admin/disputes',
    refuses: 'POST /admin/disputes/du_1/evidence',
    opens: [/^Evidence/],
    presses: 'Send to the bank',
  },
}

async function fill(user: UserEvent, { opens = [], picks, types = {} }: Form) {
  for (const name of opens) await user.click(await screen.findByRole('button', { name }))
  if (picks) await user.click(await screen.findByLabelText(picks))
  for (const [label, text] of Object.entries(types)) {
    const field = await screen.findByLabelText(label)
    await user.clear(field)
    await user.type(field, text)
  }
  const reason = screen.queryByRole<HTMLSelectElement>('combobox', { name: 'Reason' })
  if (reason) await user.selectOptions(reason, 'broken')
}

async function expectBack({ page, opens, picks, types = {}, presses }: Form) {
  if (opens) await screen.findByRole('dialog')
  const button = await screen.findByRole('button', { name: presses })
  expect(location.pathname + location.search).toBe(page)
  for (const [label, text] of Object.entries(types)) {
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(text)
  }
  if (picks) expect(screen.getByLabelText<HTMLInputElement>(picks).checked).toBe(true)
  return button
}

test.each(Object.entries(FORMS))(
  '%s is as it was after a fresh sign-in, and waits for its button',
  async (_, form) => {
    const asked = await serve({ [form.refuses]: STALE })
    const sent = () => asked.filter((call) => `${call.method} ${call.path}` === form.refuses)
    const { user: before } = renderPage(form.page)
    if (form.page === '/studio/sales') await before.click(await screen.findByText(/version 2$/))
    await fill(before, form)
    await before.click(await screen.findByRole('button', { name: form.presses }))
    const user = await signInAgain(before)
    const button = await expectBack(form)
    expect(sent()).toHaveLength(1)
    expect(sessionStorage.getItem('kept_typed')).toBeNull()
    await user.click(button)
    await waitFor(() => expect(sent()).toHaveLength(2))
    const [first, second] = sent()
    expect(second?.body).toBe(first?.body)
    // A refund whose answer was lost before the sign-in is not made twice after it.
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  },
)

const TOKEN = 'Name of the token'
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

async function typeToken(more: Record<string, Answerer> = {}) {
  await serve({ 'POST /users/me/tokens': STALE, ...more })
  const { user } = renderPage('/profile?tab=account')
  await user.type(await screen.findByLabelText(TOKEN), 'Render script')
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  return user
}

test('whoever declines the sign-in still has what was typed, and nothing is stored', async () => {
  const user = await typeToken()
  await user.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(valueOf(TOKEN)).toBe('Render script')
  expect(sessionStorage.getItem('kept_typed')).toBeNull()
})

test('after an hour what was typed is gone', async () => {
  const start = Date.now()
  const user = await typeToken()
  await signInAgain(user, () => vi.spyOn(Date, 'now').mockReturnValue(start + 2 * 3_600_000))
  await screen.findByLabelText(TOKEN)
  expect(valueOf(TOKEN)).toBe('')
  expect(sessionStorage.getItem('kept_typed')).toBeNull()
})

test.each(['/auth/callback', '/profile?tab=account'])(
  'another account that comes back to %s does not get what was typed',
  async (at) => {
    let who = sampleUser()
    const user = await typeToken({ 'GET /auth/me': () => who })
    const other = () => {
      who = { ...who, id: sampleId(8) }
    }
    await signInAgain(user, other, at)
    await screen.findByLabelText(TOKEN)
    expect(valueOf(TOKEN)).toBe('')
    expect(sessionStorage.getItem('kept_typed')).toBeNull()
  },
)

test('what was typed comes back once', async () => {
  const user = await typeToken()
  await signInAgain(user)
  await waitFor(() => expect(valueOf(TOKEN)).toBe('Render script'))
  cleanup()
  renderPage('/profile?tab=account')
  await screen.findByLabelText(TOKEN)
  expect(valueOf(TOKEN)).toBe('')
})

test('signing out forgets what was typed', async () => {
  const user = await typeToken()
  await signInAgain(user, () => {
    expect(sessionStorage.getItem('kept_typed')).toContain('Render script')
    forgetCaller()
    expect(sessionStorage.getItem('kept_typed')).toBeNull()
  })
  await screen.findByLabelText(TOKEN)
  expect(valueOf(TOKEN)).toBe('')
})

test.each(['/auth/callback?error=sign_in_failed', '/profile?tab=account'])(
  'whoever comes back to %s without having signed in finds the form as it was',
  async (at) => {
    const user = await typeToken()
    await signInAgain(user, undefined, at)
    await screen.findByLabelText(TOKEN)
    await waitFor(() => expect(valueOf(TOKEN)).toBe('Render script'))
  },
)

test('a form of another page does not get what was typed', async () => {
  const one = { cases: [view], next_cursor: null }
  const refuses = `POST /cases/${view.id}/grant`
  await serve({ 'GET /admin/cases': () => one, [refuses]: STALE })
  const { user } = renderPage('/studio/sales/cases')
  await user.click(await screen.findByRole('button', { name: 'Give the money back' }))
  await user.click(await screen.findByRole('button', { name: 'Give back $3.00' }))
  await signInAgain(user, () => sessionStorage.setItem('sign_in_return', '/admin/cases'))
  await screen.findByRole('button', { name: 'Give the money back' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
