import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleId, sampleMedia } from '../../../../test/samples.ts'
import { ID, serve } from '../../../../test/serve-own-workflow.ts'
import type { Run } from '../api.ts'
import { describeRun } from './describe-run.ts'

const run = (over: Partial<Run> = {}): Run => ({
  id: sampleId(50),
  created_at: '2026-11-20T10:00:00Z',
  version: 2,
  kind: 'remix',
  outcome: 'delivered',
  step: null,
  message: null,
  chosen: [],
  seconds: 8.24,
  paid: 300,
  taken: 0,
  source: null,
  proof: null,
  ...over,
})

test('a proof that waits for its buyer, or was let go, is no delivery', async () => {
  const decide_by = '2026-11-22T10:00:00Z'
  await serve({
    [`GET /workflows/${ID}/runs`]: () => ({
      runs: [
        run({ id: 'a', paid: 0, source: 'site', proof: { decide_by, let_go: false } }),
        run({ id: 'b', paid: 0, source: 'api', proof: { decide_by, let_go: true } }),
      ],
      next_cursor: null,
    }),
  })
  renderPage(`/studio/recipes/${ID}?tab=runs`)
  expect(await screen.findByText('Proof shown')).toBeTruthy()
  expect(screen.getByText('Its buyer decides by November 22, 2026')).toBeTruthy()
  expect(screen.getByText('Proof let go')).toBeTruthy()
  expect(screen.queryByText('$0.00')).toBeNull()
  expect(screen.getByText('Begun on this site, in a browser')).toBeTruthy()
  expect(screen.getByText('Begun by a program, with an access token')).toBeTruthy()
})

test('runs show their outcome, a picture of public creations alone, and what the chosen filters find', async () => {
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
  expect(await screen.findByText('Nobody was found. (step “film”)')).toBeTruthy()
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
    {
      step: 'film',
      code: 'no_face',
      message: 'Nobody was found.',
      count: 4,
      percent: 10,
      chosen: [{ label: 'Look', value: 'Neon' }],
    },
  ]
  await serve({ [`GET /workflows/${ID}/failures`]: () => ({ total_runs: 40, failures }) })
  renderPage(`/studio/recipes/${ID}?tab=runs`)
  expect(await screen.findByText('10% of the remixes fail')).toBeTruthy()
  expect(screen.getByText('4 remixes, 10%')).toBeTruthy()
  expect(screen.getByText('4 of 4 with Look: Neon')).toBeTruthy()
})

test('the runs of a new recipe, of tests alone, and of a filter without a match say so', async () => {
  await serve()
  const { user, unmount } = renderPage(`/studio/recipes/${ID}?tab=runs`)
  await screen.findByRole('heading', { name: 'No remixes yet' })
  await user.selectOptions(screen.getByLabelText('Kind'), 'Tests alone')
  await screen.findByRole('heading', { name: 'No remix fits' })
  unmount()
  await serve({
    [`GET /workflows/${ID}/runs`]: () => ({ runs: [run({ kind: 'test' })], next_cursor: null }),
  })
  renderPage(`/studio/recipes/${ID}?tab=runs`)
  expect(await screen.findByText(/Only tests so far/)).toBeTruthy()
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
