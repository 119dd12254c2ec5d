import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleId, sampleUser } from '../../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../../test/start-api.ts'
import { forgetCookie } from '../../../lib/browser.ts'

const earnings = {
  currency: 'usd',
  test_mode: false,
  pending: 210,
  available: 0,
  lifetime: 210,
  free_runs: 0,
  clearance_days: 7,
  recipes: [],
  days: [],
  month: { earned: 21_210, before: 0 },
}
const money = {
  lines: [{ amount: 14_820, reason: 'next_run', words: 'Leaves on Friday.', date: null }],
  next_runs: ['2026-11-27T06:00:00Z'],
}
const notice = (n: number, path: string) => ({
  id: sampleId(n),
  kind: 'sale',
  title: `Sold “Recipe ${n}”`,
  body: [],
  link: { path, label: 'Open' },
  read: true,
  created_at: '2026-11-20T10:00:00Z',
})

const serve = (more: Record<string, Answerer> = {}) =>
  startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /users/me/earnings': () => earnings,
    'GET /payouts': () => money,
    'GET /payouts/account': () => ({ state: 'ready' }),
    'GET /cases': () => ({ cases: [], next_cursor: null }),
    'GET /disputes': () => ({ disputes: [], warnings: [], next_cursor: null }),
    'GET /notices': () => ({ notices: [], next_cursor: null }),
    'GET /workflows/mine': () => ({ workflows: [], next_cursor: null }),
    'GET /drafts': () => ({ drafts: [], next_cursor: null }),
    ...more,
  })

test('Today shows the month, the next payout and the last events of the studio', async () => {
  await serve({
    'GET /notices': () => ({
      notices: [notice(1, '/studio/sales'), notice(2, '/creations/x')],
      next_cursor: null,
    }),
  })
  renderPage('/studio')
  expect(await screen.findByText('$212.10')).toBeTruthy()
  expect(screen.getByText('$148.20')).toBeTruthy()
  expect(screen.getByText('On Fri, Nov 27')).toBeTruthy()
  expect(await screen.findByText('Sold “Recipe 1”')).toBeTruthy()
  expect(screen.queryByText('Sold “Recipe 2”')).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Waiting for you' })).toBeNull()
  const nav = screen.getByRole('navigation', { name: 'Studio' })
  expect(within(nav).getByRole('link', { name: 'Today' }).getAttribute('aria-current')).toBe('page')
})

test('three of four to-dos stand at first', async () => {
  const view = (n: number) => ({
    id: sampleId(n),
    workflow_name: `Recipe ${n}`,
    answer_by: '2026-11-20T10:00:00Z',
  })
  await serve({ 'GET /cases': () => ({ cases: [1, 2, 3, 4].map(view), next_cursor: null }) })
  const { user } = renderPage('/studio')
  const todos = within(await screen.findByRole('region', { name: 'Waiting for you' }))
  expect(todos.getAllByRole('link', { name: 'Answer' })).toHaveLength(3)
  await user.click(await todos.findByRole('button', { name: 'Show 1 more' }))
  expect(todos.getAllByRole('link', { name: 'Answer' })).toHaveLength(4)
})

test('a new creator sees the first steps, each with its link or its mark', async () => {
  await serve({
    'GET /payouts/account': () => ({ state: 'none' }),
    'GET /drafts': () => ({ drafts: [{ id: sampleId(80) }], next_cursor: null }),
    [`GET /drafts/${sampleId(80)}/tests`]: () => ({ tests: [{ passed: false }, { passed: true }] }),
  })
  renderPage('/studio')
  const steps = within(await screen.findByRole('region', { name: 'First steps' }))
  expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Choose your name: done',
    'Make a recipe: done',
    'Test it: done',
    '4Publish it',
    '5Add a payout account',
  ])
  const toOf = (name: string) => steps.getByRole('link', { name }).getAttribute('href')
  expect(toOf('Publish it')).toBe(`/studio/drafts/${sampleId(80)}`)
  expect(toOf('Add a payout account')).toBe('/studio/money')
})

test('a creator without a username chooses one among the first steps', async () => {
  let tries = 0
  await serve({
    'GET /auth/me': () => sampleUser({ username: null, handle: 'guest-cmhqix' }),
    'GET /payouts/account': () => ({ state: 'none' }),
    'PUT /users': () =>
      tries++ === 0
        ? new Refusal(409, { error: 'Taken', code: 'username_taken' })
        : sampleUser({ username: 'mara', handle: 'mara' }),
  })
  const { user } = renderPage('/studio')
  const steps = within(await screen.findByRole('region', { name: 'First steps' }))
  steps.getByText('Until then readers see “by @guest-cmhqix”.')
  await user.click(steps.getByRole('button', { name: 'Choose your name' }))
  const field = steps.getByLabelText('Username')
  expect(document.activeElement).toBe(field)
  await user.type(field, 'Mara{Enter}')
  await steps.findByText('This username is already taken. Please choose another.')
  await user.click(steps.getByRole('button', { name: 'Save username' }))
  expect((await steps.findAllByRole('listitem'))[0]?.textContent).toContain('Choose your name')
  await steps.findByText(': done')
  expect(document.activeElement?.textContent).toBe('First steps')
})

test.each([
  ['done', {}],
  ['open', { untested: 'Not tested yet' }],
])('the step “Test it” is %s for a published recipe whose draft is gone', async (state, told) => {
  await serve({
    'GET /payouts/account': () => ({ state: 'none' }),
    'GET /workflows/mine': () => ({
      workflows: [{ id: sampleId(1), ...told }],
      next_cursor: null,
    }),
    [`GET /workflows/${sampleId(1)}/tests`]: () => ({ tests: [] }),
  })
  renderPage('/studio')
  const steps = within(await screen.findByRole('region', { name: 'First steps' }))
  expect(steps.queryByRole('link', { name: 'Test it' }) === null).toBe(state === 'done')
})

test('a creator who has published and can be paid sees no first steps', async () => {
  await serve({
    'GET /workflows/mine': () => ({ workflows: [{ id: sampleId(1) }], next_cursor: null }),
    [`GET /workflows/${sampleId(1)}/tests`]: () => ({ tests: [] }),
  })
  renderPage('/studio')
  await screen.findByText('$148.20')
  await screen.findByText(/appear here as they happen/)
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
})

test('figures that fail to load offer another try, and the list of tasks does not say that nothing waits', async () => {
  let fails = true
  const orElse = (answer: unknown) => () => (fails ? new Refusal(503) : answer)
  await serve({ 'GET /payouts': orElse(money), 'GET /cases': () => new Refusal(503) })
  const { user } = renderPage('/studio')
  await screen.findByRole('heading', { name: 'Your figures could not be loaded' })
  await screen.findByText(/What waits for you could not be loaded/)
  fails = false
  await user.click(screen.getAllByRole('button', { name: 'Try Again' })[0] as HTMLElement)
  expect(await screen.findByText('$148.20')).toBeTruthy()
})

test('without a connection the last figures stay, with their time', async () => {
  let fails = false
  await serve({ 'GET /payouts': () => (fails ? new Refusal(503) : money) })
  const { navigate } = renderPage('/studio')
  await screen.findByText('$148.20')
  fails = true
  navigate('/terms')
  await screen.findByRole('article')
  navigate('/studio')
  expect(await screen.findByText(/These are from \d+:\d\d [AP]M\./)).toBeTruthy()
  expect(screen.getByText('$148.20')).toBeTruthy()
})

test('a guest sees what waits, and the way in; a stranger is asked to sign in', async () => {
  await startApi({
    'GET /workflows': () => ({ workflows: [], total: 1, next_cursor: null }),
    'GET /users/me/earnings': () => earnings,
  })
  document.cookie = `csrf_token=1-nonce.${sampleId(7)}.signed; Path=/`
  onTestFinished(() => forgetCookie('csrf_token'))
  const { unmount } = renderPage('/studio')
  await screen.findByRole('heading', {
    name: 'You have 1 recipe and $2.10 waiting. Sign in to keep them.',
  })
  expect(screen.getAllByRole('button', { name: 'Continue with Google' }).length).toBeGreaterThan(0)
  unmount()
  forgetCookie('csrf_token')
  const asked = await startApi({})
  renderPage('/studio')
  await screen.findByRole('heading', { name: 'Sign in to open your studio' })
  const create = screen.getByRole('link', { name: 'Create without an account' })
  expect(create.getAttribute('href')).toBe('/studio/recipes/new')
  expect(asked.map(({ path }) => path)).not.toContain('/users/me/earnings')
})
