import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleId, sampleMedia, sampleUser, sampleWorkflow } from '../../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../../test/start-api.ts'
import type { Run } from '../api/list-runs.ts'
import { describeRun } from './describe-run.ts'

const ID = sampleId(1)
const version = (number: number, over: object = {}) => ({
  version: number,
  created_at: '2026-11-20T10:00:00Z',
  note: null,
  price: 300,
  license: 'commercial',
  runs: 40,
  delivered_percent: 98,
  refunded_percent: null,
  earned: 1_260,
  live: false,
  generation_time: 4_000,
  ...over,
})
const run = (over: Partial<Run> = {}): Run => ({
  id: sampleId(50),
  created_at: '2026-11-20T10:00:00Z',
  version: 2,
  kind: 'remix',
  outcome: 'delivered',
  step: null,
  message: null,
  seconds: 8.24,
  paid: 300,
  source: null,
  ...over,
})
const versions = [version(2, { live: true, note: 'A warmer light' }), version(1)]

const serve = (more: Record<string, Answerer> = {}) =>
  startApi({
    'GET /auth/me': () => sampleUser(),
    [`GET /workflows/${ID}`]: () =>
      sampleWorkflow(1, { is_owner: true, state: 'listed', version: 2 }),
    [`GET /workflows/${ID}/versions`]: () => ({ versions, next_cursor: null }),
    [`GET /workflows/${ID}/failures`]: () => ({ total_runs: 0, failures: [] }),
    [`GET /workflows/${ID}/runs`]: () => ({ runs: [], next_cursor: null }),
    ...more,
  })

test('versions stand with their numbers, and an old one is published again with a note', async () => {
  const asked = await serve({
    [`POST /workflows/${ID}/versions/1/publish`]: () => sampleWorkflow(1, { version: 3 }),
  })
  const { user } = renderPage(`/studio/recipes/${ID}`)
  const live = within((await screen.findByText('A warmer light')).closest('li') as HTMLElement)
  expect(live.getByText('Live')).toBeTruthy()
  expect(live.getByText('Commercial use')).toBeTruthy()
  expect(live.getByText('98%')).toBeTruthy()
  expect(live.queryByRole('button', { name: /again/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Publish version 1 again' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish version 1 again?' }))
  await user.type(dialog.getByLabelText('Note (optional)'), 'Back to the first')
  await user.click(dialog.getByRole('button', { name: 'Publish version 3' }))
  await screen.findByText('Version 3 is live')
  const [sent] = asked.filter(({ path }) => path.endsWith('/publish'))
  expect(JSON.parse(sent?.body ?? '')).toEqual({ note: 'Back to the first' })
  expect(sent?.headers['idempotency-key']).toBeTruthy()
})

test('the time that runs took is offered, and taken over with one press', async () => {
  const measured_time = { seconds: 6, runs: 24 }
  const asked = await serve({
    [`GET /workflows/${ID}/versions`]: () => ({
      versions: [version(2, { live: true, measured_time }), version(1)],
      next_cursor: null,
    }),
    [`POST /workflows/${ID}/versions/2/publish`]: () => sampleWorkflow(1, { version: 3 }),
  })
  const { user } = renderPage(`/studio/recipes/${ID}`)
  const use = await screen.findByRole('button', { name: 'Use 6 s, measured over 24 runs' })
  expect(screen.getByText(/Buyers read 4 s/)).toBeTruthy()
  await user.click(use)
  await screen.findByText('Version 3 is live, with the measured time')
  const [sent] = asked.filter(({ path }) => path.endsWith('/versions/2/publish'))
  expect(JSON.parse(sent?.body ?? '')).toEqual({ measured_time: true })
})

test('Edit begins a draft of the live version where none waits', async () => {
  const asked = await serve({ 'GET /drafts': () => ({ drafts: [], next_cursor: null }) })
  const { user } = renderPage(`/studio/recipes/${ID}`)
  await user.click(await screen.findByRole('tab', { name: 'Edit' }))
  await screen.findByRole('heading', { name: 'No draft waits' })
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(link('Edit version 2')).toBe(`/studio/recipes/new?recipe=${ID}`)
  expect(link('Test version 2')).toBe(`/studio/recipes/new?recipe=${ID}&pane=test`)
  expect(asked.find(({ path }) => path === '/drafts')?.query.get('workflow_id')).toBe(ID)
})

test('Edit tells what the draft that waits changes, and that a version went live meanwhile', async () => {
  const draft = {
    id: sampleId(80),
    workflow_id: ID,
    base_version: 1,
    name: 'Recipe 1',
    revision: 3,
    created_at: '2026-11-19T10:00:00Z',
    updated_at: '2026-11-20T10:00:00Z',
  }
  let text = JSON.stringify({ name: 'Recipe 1', price: 450 })
  await serve({
    'GET /drafts': () => ({ drafts: [draft], next_cursor: null }),
    [`GET /drafts/${draft.id}`]: () => ({ ...draft, text }),
    [`GET /workflows/${ID}/versions/2/source`]: () => ({ name: 'Recipe 1', price: 300 }),
  })
  const { unmount } = renderPage(`/studio/recipes/${ID}?tab=edit`)
  await screen.findByText('Price $3.00 → $4.50')
  expect(screen.getByText('Version 2 went live since the draft was begun')).toBeTruthy()
  expect(screen.getByText('Saved on November 20, 2026, begun from version 1.')).toBeTruthy()
  const open = screen.getByRole('link', { name: 'Open the draft' })
  expect(open.getAttribute('href')).toBe(`/studio/drafts/${draft.id}`)
  unmount()
  text = '{"name": '
  renderPage(`/studio/recipes/${ID}?tab=edit`)
  await screen.findByText(/The draft is no complete JSON now/)
})

test('two versions are compared in sentences and as lines of JSON', async () => {
  const source = { name: 'Neon', price: 300, steps: [{ id: 'draw', prompt: 'A calm sea' }] }
  const later = { name: 'Neon', price: 450, steps: [{ id: 'draw', prompt: 'A wild sea' }] }
  await serve({
    [`GET /workflows/${ID}/versions/1/source`]: () => source,
    [`GET /workflows/${ID}/versions/2/source`]: () => later,
  })
  const { user } = renderPage(`/studio/recipes/${ID}`)
  await user.click(await screen.findByRole('button', { name: 'Compare versions' }))
  const panel = within(screen.getByRole('region', { name: 'Compare two versions' }))
  expect(await panel.findByText('Price $3.00 → $4.50')).toBeTruthy()
  expect(panel.getByText('wild').tagName).toBe('INS')
  expect(panel.getByText('calm').tagName).toBe('DEL')
  await user.click(panel.getByText('Show as JSON'))
  expect(panel.getByLabelText('Lines of JSON that differ').textContent).toContain(
    '+   "price": 450',
  )
  await user.selectOptions(panel.getByLabelText('From'), 'Version 2')
  expect(await panel.findByText('They are the same.')).toBeTruthy()
})

test('runs tell their outcome; only a public creation has a picture; filters are asked for', async () => {
  const creation = { id: sampleId(60), thumbnail: sampleMedia() }
  const asked = await serve({
    [`GET /workflows/${ID}/runs`]: () => ({
      runs: [
        run({ id: 'a', creation }),
        run({ id: 'b', outcome: 'failed', step: 'film', message: 'Nobody was found.', paid: 0 }),
        run({ id: 'c', kind: 'test', version: null }),
      ],
      next_cursor: null,
    }),
  })
  const { user } = renderPage(`/studio/recipes/${ID}?tab=runs`)
  expect(await screen.findByText('Nobody was found. (film)')).toBeTruthy()
  expect(screen.getAllByText('In 8.2 s')).toHaveLength(2)
  expect(screen.getAllByRole('link', { name: 'Open the public creation' })).toHaveLength(1)
  expect(screen.getByText('Draft')).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Outcome'), 'Failed')
  await user.selectOptions(screen.getByLabelText('Version'), 'Version 1')
  await waitFor(() => {
    const last = asked.findLast(({ path }) => path.endsWith('/runs'))
    expect(last?.query.get('outcome')).toBe('failed')
    expect(last?.query.get('version')).toBe('1')
  })
})

test('failures are grouped, and more than one in twenty is said aloud', async () => {
  const failures = [
    { step: 'film', code: 'no_face', message: 'Nobody was found.', count: 4, percent: 10 },
  ]
  await serve({ [`GET /workflows/${ID}/failures`]: () => ({ total_runs: 40, failures }) })
  renderPage(`/studio/recipes/${ID}?tab=runs`)
  expect(await screen.findByText('10% of the runs fail')).toBeTruthy()
  expect(screen.getByText('4 runs, 10%')).toBeTruthy()
})

test('the runs of a new recipe, of tests alone, and of a filter without a match say so', async () => {
  await serve()
  const { user, unmount } = renderPage(`/studio/recipes/${ID}?tab=runs`)
  await screen.findByRole('heading', { name: 'No runs yet' })
  await user.selectOptions(screen.getByLabelText('Kind'), 'Tests alone')
  await screen.findByRole('heading', { name: 'No run fits' })
  unmount()
  await serve({
    [`GET /workflows/${ID}/runs`]: () => ({ runs: [run({ kind: 'test' })], next_cursor: null }),
  })
  renderPage(`/studio/recipes/${ID}?tab=runs`)
  expect(await screen.findByText(/Only tests so far/)).toBeTruthy()
})

test('the link of an unlisted recipe is shown with what it means', async () => {
  await serve({
    [`GET /workflows/${ID}`]: () => sampleWorkflow(1, { is_owner: true, state: 'unlisted' }),
  })
  renderPage(`/studio/recipes/${ID}?tab=share`)
  const field = (await screen.findByLabelText('The recipe’s address')) as HTMLInputElement
  expect(field.value).toBe(`${location.origin}/workflows/${ID}`)
  expect(screen.getByText(/people find it by this address alone/)).toBeTruthy()
})

test.each([
  ['another creator’s recipe', () => sampleWorkflow(1)],
  ['a recipe that is gone', () => new Refusal(404)],
])('%s is not shown', async (_, answer) => {
  await serve({ [`GET /workflows/${ID}`]: answer })
  renderPage(`/studio/recipes/${ID}`)
  await screen.findByRole('heading', { name: 'This recipe is not among yours' })
})

test('a recipe that fails to load offers another try', async () => {
  let fails = true
  await serve({
    [`GET /workflows/${ID}`]: () =>
      fails ? new Refusal(503) : sampleWorkflow(1, { is_owner: true, state: 'paused' }),
  })
  const { user } = renderPage(`/studio/recipes/${ID}`)
  const again = await screen.findByRole('button', { name: 'Try Again' })
  fails = false
  await user.click(again)
  expect(await screen.findByText('Paused')).toBeTruthy()
})

test.each([
  [run({ seconds: 83 }), 'In 1 min 23 s'],
  [run({ outcome: 'running', step: 'paint' }), 'Works on “paint”'],
  [run({ outcome: 'running' }), 'Waits to start'],
  [run({ outcome: 'cancelled', step: 'film', seconds: 3 }), 'By its buyer at “film” after 3 s'],
  [run({ outcome: 'failed' }), 'No reason was kept'],
])('%o is told as “%s”', (one, words) => {
  expect(describeRun(one)).toBe(words)
})
