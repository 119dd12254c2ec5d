import { screen, waitFor, within } from '@testing-library/react'
import type { ReportView } from '@vignette/contract/moderation.ts'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleId, sampleUser } from '../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../test/start-api.ts'

const report: ReportView = {
  id: sampleId(61),
  subject_type: 'creation',
  subject_id: sampleId(1),
  subject_title: 'Oil portrait',
  subject_url: `/creations/${sampleId(1)}`,
  subject_hidden: false,
  claim: null,
  author_handle: 'mara',
  author_banned: false,
  reason: 'non_consensual',
  note: 'My neighbour, unasked.',
  source: 'classifier',
  status: 'open',
  reports: 3,
  created_at: '2026-11-20T00:00:00Z',
}

function serve(more: Record<string, Answerer> = {}) {
  return startApi({
    'GET /auth/me': () => sampleUser({ roles: ['user', 'admin'] }),
    'GET /admin/reports': () => ({ reports: [report], total: 1 }),
    'GET /admin/audit': () => ({ entries: [], total: 0 }),
    'GET /admin/today': () => ({ waiting: [] }),
    ...more,
  })
}

test.each([
  ['a visitor', () => new Refusal(401)],
  ['a user', () => sampleUser()],
])('%s sees Admins only and no admin call is sent', async (_, answer) => {
  const asked = await serve({ 'GET /auth/me': answer })
  renderPage('/admin')
  expect(await screen.findByText('Admins only')).toBeTruthy()
  expect(asked.some(({ path }) => path.startsWith('/admin'))).toBe(false)
})

test('a visitor signs in right there, and comes back to the same page', async () => {
  await serve({
    'GET /auth/me': () => new Refusal(401),
    'GET /auth/google/start': () => ({ redirect_url: 'https://accounts.test/o' }),
  })
  const gone = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const { user } = renderPage('/admin/settings')
  await screen.findByText('Admins only')
  const main = within(screen.getByRole('main'))
  await user.click(main.getByRole('button', { name: 'Continue with Google' }))
  await waitFor(() => expect(gone).toHaveBeenCalledWith('https://accounts.test/o'))
  expect(sessionStorage.getItem('sign_in_return')).toBe('/admin/settings')
})

test.each(['/admin/payouts', '/admin/cases', '/admin/disputes', '/admin/people', '/admin/audit'])(
  '%s is for admins only, and no admin call is sent for others',
  async (address) => {
    const asked = await serve({ 'GET /auth/me': () => sampleUser() })
    renderPage(address)
    expect(await screen.findByText('Admins only')).toBeTruthy()
    expect(asked.some(({ path }) => path.startsWith('/admin'))).toBe(false)
  },
)

test('the operator’s screens lead to one another', async () => {
  await serve()
  const { user } = renderPage('/admin')
  await user.click(await screen.findByRole('link', { name: 'Cases' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Cases' })).toBeTruthy()
  const links = within(screen.getByRole('navigation', { name: 'Admin pages' }))
  const here = links.getAllByRole('link', { current: 'page' })
  expect(here.map((link) => link.textContent)).toEqual(['Cases'])
})

test.each([
  ['reports', '/admin/reports'],
  ['audit', '/admin/audit'],
  ['creators', '/admin/people?tab=creators'],
])('the tab %s of before leads to its page', async (tab, page) => {
  await serve({ 'GET /admin/creators': () => ({ creators: [] }) })
  renderPage(`/admin?tab=${tab}`)
  await waitFor(() => expect(location.pathname + location.search).toBe(page))
})

test('the day names what waits with its clock and the way to it', async () => {
  const now = Date.now()
  await serve({
    'GET /admin/today': () => ({
      waiting: [
        {
          kind: 'disputes',
          count: 2,
          oldest_at: new Date(now - 3 * 86_400_000).toISOString(),
          due_at: new Date(now + 5.5 * 3_600_000).toISOString(),
        },
        {
          kind: 'reports',
          count: 1,
          oldest_at: new Date(now - 30_000).toISOString(),
          due_at: null,
        },
      ],
    }),
  })
  renderPage('/admin')
  const disputes = await screen.findByRole('link', { name: /2 disputes need evidence/ })
  expect(disputes.getAttribute('href')).toBe('/admin/disputes')
  expect(disputes.textContent).toContain('the oldest for 3 days')
  expect(disputes.textContent).toContain('5 hours left')
  const report = screen.getByRole('link', { name: /1 report waits/ })
  expect(report.textContent).toContain('for less than a minute')
})

test.each([
  ['moderator', ['Today', 'Claims', 'People', 'Recipes', 'Runs', 'Reports', 'Waitlist']],
  [
    'finance',
    ['Today', 'People', 'Runs', 'Payments', 'Payouts', 'Books', 'Margins', 'Cases', 'Disputes'],
  ],
] as const)('%s sees the pages of the role, and no other', async (role, pages) => {
  await serve({ 'GET /auth/me': () => sampleUser({ roles: ['user', role] }) })
  renderPage('/admin')
  const nav = within(await screen.findByRole('navigation', { name: 'Admin pages' }))
  expect(nav.getAllByRole('link').map((link) => link.textContent)).toEqual(pages)
})

test('a page that the role does not allow makes no call', async () => {
  const asked = await serve({ 'GET /auth/me': () => sampleUser({ roles: ['user', 'moderator'] }) })
  renderPage('/admin/payments')
  expect(await screen.findByText('Not with your role')).toBeTruthy()
  expect(asked.some(({ path }) => path === '/admin/payments')).toBe(false)
})

test('a report shows its subject, reporter, reason and count', async () => {
  await serve()
  renderPage('/admin/reports')
  const link = await screen.findByRole('link', { name: 'Oil portrait' })
  expect(link.getAttribute('href')).toBe(report.subject_url)
  for (const text of ['Non consensual', 'Classifier', '3 reports', 'by @mara', report.note])
    expect(screen.getByText(text)).toBeTruthy()
})

test.each([
  [{}, 'Hide', 'hide'],
  [{ subject_hidden: true }, 'Restore', 'restore'],
  [{}, 'Ban author', 'ban'],
  [{ author_banned: true }, 'Unban author', 'unban'],
  [{}, 'Dismiss', 'dismiss'],
])('%j: %s', async (over, label, action) => {
  let open: ReportView[] = [{ ...report, ...over }]
  const asked = await serve({
    'GET /admin/reports': () => ({ reports: open, total: open.length }),
    [`POST /admin/reports/${report.id}/actions`]: () => {
      open = []
      return report
    },
  })
  const { user } = renderPage('/admin/reports')
  await user.click(await screen.findByRole('button', { name: label }))
  await user.type(await screen.findByLabelText(/Note for the audit log/), 'seen')
  await user.click(screen.getByRole('button', { name: label }))
  expect(await screen.findByText('No open reports')).toBeTruthy()
  const sent = asked.find(({ method, path }) => method === 'POST' && path.startsWith('/admin'))
  expect(JSON.parse(sent?.body ?? '')).toEqual({ action, note: 'seen' })
})

test('the audit log shows each action with its admin', async () => {
  const entry = {
    id: sampleId(71),
    at: '2026-11-20T10:00:00Z',
    actor: 'guest-nbbgao',
    actor_email: 'root@example.test',
    action: 'hide',
    subject_type: 'creation',
    subject_id: sampleId(1),
    note: 'Section 4',
  }
  await serve({ 'GET /admin/audit': () => ({ entries: [entry], total: 1 }) })
  renderPage('/admin/audit')
  const row = (await screen.findByText('root@example.test')).closest('tr')
  for (const part of ['Nov 20, 2026', 'guest-nbbgao', 'hide', entry.subject_id, 'Section 4'])
    expect(row?.textContent).toContain(part)
})

const asking = {
  id: sampleId(8),
  handle: 'mara',
  email: 'mara@example.test',
  asked_at: '2026-11-20T10:00:00Z',
  approved_at: null,
}
const approved = { ...asking, asked_at: null, approved_at: '2026-11-21T10:00:00Z' }

test.each([
  ['Approve', true, asking],
  ['Decline', false, asking],
  ['End approval', false, approved],
])('%s: a creator in the list', async (label, next, creator) => {
  const asked = await serve({
    'GET /admin/creators': () => ({ creators: [creator] }),
    [`POST /admin/creators/${creator.id}/approval`]: () => ({ ok: true }),
  })
  const { user } = renderPage('/admin/people?tab=creators')
  await user.click(await screen.findByRole('button', { name: `${label}: @mara` }))
  expect(screen.getByText('mara@example.test')).toBeTruthy()
  await waitFor(() =>
    expect(JSON.parse(asked.find(({ path }) => path.endsWith('/approval'))?.body ?? '{}')).toEqual({
      approved: next,
    }),
  )
})

test('a creator is found by a handle or an e-mail address', async () => {
  const asked = await serve({ 'GET /admin/creators': () => ({ creators: [] }) })
  const { user } = renderPage('/admin/people?tab=creators')
  expect(await screen.findByText('Nobody asks for approval')).toBeTruthy()
  await user.type(screen.getByLabelText('Handle, e-mail or account id'), 'mara@example.test')
  await user.click(screen.getByRole('button', { name: 'Find' }))
  expect(await screen.findByText('No such account')).toBeTruthy()
  const searched = asked.filter(({ path }) => path === '/admin/creators').map(({ query }) => query)
  expect(searched.at(-1)?.get('who')).toBe('mara@example.test')
})

test('the books say what balances, and an invoice is booked in cents', async () => {
  const book = (name: string, off: number) => ({
    book: name,
    current: name === 'live',
    off,
    accounts: [{ kind: 'creator', jurisdiction: null, side: 'credit', balance: 12_345 }],
  })
  let pressed = 0
  const asked = await serve({
    'GET /admin/books': () => ({
      books: [book('live', 0), book('test:sandbox', 3)],
      comparison: {
        at: `2026-11-2${pressed}T03:37:00.000Z`,
        payments: 431,
        differences: pressed
          ? []
          : [{ kind: 'balance', payment_id: null, ours: '500', theirs: '501', mended: false }],
        more: 0,
      },
    }),
    'POST /admin/books/comparison': () => {
      pressed++
      return { ok: true }
    },
    'POST /admin/costs': () => ({ ok: true }),
  })
  const { user } = renderPage('/admin/books')
  const live = within(await screen.findByRole('region', { name: 'Book live' }))
  expect(live.getByText('Balanced')).toBeTruthy()
  expect(live.getByRole('row', { name: 'Owed to creators $123.45' })).toBeTruthy()
  expect(screen.getByText('Off by $0.03')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Book a vendor’s invoice' }))
  await user.type(await screen.findByLabelText('Amount in dollars'), '2.25')
  await user.type(screen.getByLabelText('Number of the invoice'), 'INV-1')
  await user.click(screen.getByRole('button', { name: 'Book' }))
  expect(await screen.findByText('The invoice is booked')).toBeTruthy()
  expect(screen.getByText('The vendor’s and our balance differ')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Compare now' }))
  expect(
    await screen.findByText('Nov 21, 2026, 3:37 AM UTC: 431 payments, no difference.'),
  ).toBeTruthy()
  const sent = asked.find(({ path }) => path === '/admin/costs')
  expect(JSON.parse(sent?.body ?? '')).toEqual({ amount: 225, reference: 'INV-1' })
})

test('the margins say what is left, and call a loss by its name', async () => {
  const sums = {
    sales: 2,
    paid: 600,
    tax: 0,
    creator: 420,
    referrer: 0,
    other: 0,
    card_fee: 78,
    provider_cost: 8,
    left: 94,
  }
  const loss = { ...sums, provider_cost: 150, left: -48, key: 'w2', name: 'Dear film' }
  const asked = await serve({
    'GET /admin/margins': ({ query }) => ({
      from: query.get('from'),
      to: query.get('to'),
      by: query.get('by'),
      currency: 'usd',
      total: { ...sums, sales: 4, paid: 1_200, left: 46 },
      rows: [loss, { ...sums, key: '', name: '' }],
      more: 0,
    }),
  })
  const { user } = renderPage('/admin/margins')
  const table = within(await screen.findByRole('region', { name: 'Margins' }))
  const dear = table.getByRole('row', { name: /^Dear film Loss/ })
  expect(within(dear).getByText('-$0.48').className).toContain('text-danger')
  expect(table.getByRole('row', { name: /^Tests of drafts 2 \$6\.00/ }).textContent).not.toContain(
    'Loss',
  )
  expect(table.getByRole('row', { name: /^All 4 \$12\.00.*\$0\.46$/ })).toBeTruthy()
  expect(table.queryByRole('columnheader', { name: 'Tax' })).toBeNull()
  await user.selectOptions(screen.getByLabelText('By'), 'Provider')
  await user.selectOptions(screen.getByLabelText('Time'), 'Last 7 days')
  await expect.poll(() => asked.at(-1)?.query.get('by')).toBe('provider')
  const [from, to] = ['from', 'to'].map((name) => Date.parse(asked.at(-1)?.query.get(name) ?? ''))
  expect((to ?? 0) - (from ?? 0)).toBe(6 * 86_400_000)
})

test('the first start folds what few servers need, and opens it where something in it is wrong', async () => {
  const field = (name: string) => ({
    name,
    kind: 'text',
    help: '',
    usual: null,
    choices: [],
    secret: false,
    origin: 'usual',
    value: null,
    changed_at: null,
    changed_by: null,
  })
  const group = { group: 'mail', settings: ['MAIL_FROM', 'ALERT_WEBHOOK_URL'].map(field) }
  const message = 'ALERT_WEBHOOK_URL and ALERT_WEBHOOK_SECRET belong together.'
  await startApi({
    'POST /setup/settings': () => ({ revision: 0, groups: [group] }),
    'POST /setup': () =>
      new Refusal(400, { error: message, details: [{ path: 'ALERT_WEBHOOK_URL', message }] }),
  })
  const { user } = renderPage('/setup')
  await user.type(await screen.findByLabelText('Code'), 'AAAA')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByLabelText(/MAIL_FROM/)).toBeTruthy()
  const folded = screen.getByLabelText(/ALERT_WEBHOOK_URL/)
  expect(folded.closest('details')?.open).toBe(false)
  await user.type(folded, 'https://a.example')
  await user.click(screen.getByRole('button', { name: /^Finish/ }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(folded.closest('details')?.open).toBe(true)
  expect(document.activeElement).toBe(folded)
})
