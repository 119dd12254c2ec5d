import { screen, waitFor, within } from '@testing-library/react'
import type { OwnWorkflowRow } from '@vignette/contract/own-workflows.ts'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleId, sampleUser, sampleWorkflow } from '../../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../../test/start-api.ts'
import { describeWeek, failsOften } from './describe-workflow.ts'

function sampleRow(n: number, over: Partial<OwnWorkflowRow> = {}): OwnWorkflowRow {
  return {
    ...sampleWorkflow(n),
    state: 'listed',
    version: 3,
    runs_30d: 1_204,
    live_runs_30d: 1_204,
    delivered_30d_percent: 98,
    earned_30d: 21_210,
    runs_by_day: [0, 1, 2, 3, 4, 5, 6],
    unavailable: undefined,
    ...over,
  } as OwnWorkflowRow
}

const list = (...workflows: OwnWorkflowRow[]) => ({ workflows, next_cursor: null })

const serve = (rows: OwnWorkflowRow[], more: Record<string, Answerer> = {}) =>
  startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /workflows/mine': () => list(...rows),
    'GET /drafts': () => ({ drafts: [], next_cursor: null }),
    ...more,
  })

const menuOf = (name: string) => screen.findByRole('button', { name: `What to do with ${name}` })

test('a recipe stands with its state, price, week and figures of 30 days', async () => {
  await serve([sampleRow(1)])
  renderPage('/studio/recipes')
  const row = within((await screen.findByText('Recipe 1')).closest('li') as HTMLElement)
  expect(row.getByText('Listed')).toBeTruthy()
  expect(row.getByText('$3.00 · version 3')).toBeTruthy()
  expect(row.getByText('1,204')).toBeTruthy()
  expect(row.getByText('98%')).toBeTruthy()
  expect(row.getByText('$212.10')).toBeTruthy()
  row.getByRole('img', { name: '21 remixes in the last 7 days, 6 of them today' })
})

test('the row of a failing recipe says that visitors cannot start it', async () => {
  await serve([sampleRow(1, { failing: true })])
  renderPage('/studio/recipes')
  const row = within((await screen.findByText('Recipe 1')).closest('li') as HTMLElement)
  expect(row.getByText('Resting')).toBeTruthy()
  expect(row.queryByText('Listed')).toBeNull()
  expect(row.getByText(/No new remix starts: its last remixes failed/)).toBeTruthy()
})

test('a listed recipe is paused from its menu, and a refusal is told', async () => {
  let refuse = true
  const asked = await serve([sampleRow(1)], {
    [`PUT /workflows/${sampleId(1)}/state`]: () =>
      refuse ? new Refusal(403, { error: 'Your account is closed.' }) : sampleWorkflow(1),
  })
  const { user } = renderPage('/studio/recipes')
  await user.click(await menuOf('Recipe 1'))
  await user.click(await screen.findByRole('menuitem', { name: 'Pause' }))
  await screen.findByText('Your account is closed.')
  refuse = false
  await user.click(await menuOf('Recipe 1'))
  await user.click(await screen.findByRole('menuitem', { name: 'Pause' }))
  await screen.findByText('“Recipe 1” is paused: its page says “Back soon”')
  const sent = asked.filter(({ method }) => method === 'PUT')
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
    { state: 'paused' },
    { state: 'paused' },
  ])
})

test('a taken-down recipe can only come back, and says until when', async () => {
  const asked = await serve(
    [sampleRow(1, { state: 'taken_down', restorable_until: '2026-12-20T12:00:00Z' })],
    { [`POST /workflows/${sampleId(1)}/restore`]: () => sampleWorkflow(1) },
  )
  const { user } = renderPage('/studio/recipes?state=taken_down')
  expect(await screen.findByText('It can come back until December 20, 2026.')).toBeTruthy()
  expect(asked.find(({ path }) => path === '/workflows/mine')?.query.get('state')).toBe(
    'taken_down',
  )
  await user.click(await menuOf('Recipe 1'))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(['Restore'])
  await user.click(items[0] as HTMLElement)
  await screen.findByText('“Recipe 1” is back')
})

test('a hidden recipe names the reason, and an objection is sent once with its words', async () => {
  let objected_at: string | undefined
  const hidden = () => ({
    ...sampleRow(1, { state: 'hidden', hidden_at: '2026-11-20T12:00:00Z' }),
    hidden_reason: 'non_consensual',
    objected_at,
  })
  const asked = await serve([], {
    'GET /workflows/mine': () => list(hidden()),
    [`POST /workflows/${sampleId(1)}/objection`]: () => {
      objected_at = '2026-11-23T12:00:00Z'
      return {}
    },
  })
  const { user } = renderPage('/studio/recipes')
  await screen.findByText('An admin hid it on November 20, 2026: Somebody shown without consent.')
  await user.click(screen.getByRole('button', { name: 'Object to the hiding of Recipe 1' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Send objection' }))
  await dialog.findByText('Please write why it should be shown')
  await user.type(dialog.getByLabelText('Why should it be shown?'), 'It is a drawing.')
  await user.click(dialog.getByRole('button', { name: 'Send objection' }))
  await screen.findByText(/You objected on November 23, 2026/)
  const sent = asked
    .filter(({ method }) => method === 'POST')
    .filter(({ path }) => path.endsWith('/objection'))
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([{ text: 'It is a drawing.' }])
  expect(sent[0]?.headers['idempotency-key']).toBeTruthy()
})

test('a duplicate is a draft of a new recipe, under another name', async () => {
  const asked = await serve([sampleRow(1)], {
    [`GET /workflows/${sampleId(1)}/source`]: () => ({ name: 'Recipe 1', price: 300, steps: [] }),
    'POST /drafts': () => ({ id: sampleId(80) }),
  })
  const { user } = renderPage('/studio/recipes')
  await user.click(await menuOf('Recipe 1'))
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
  await waitFor(() => expect(location.pathname).toBe(`/studio/drafts/${sampleId(80)}`))
  const sent = asked.find(({ method, path }) => method === 'POST' && path === '/drafts')
  const body = JSON.parse(sent?.body ?? '{}')
  expect(body.workflow_id).toBeUndefined()
  expect(JSON.parse(body.text)).toEqual({ name: 'Recipe 1 (copy)', price: 300, steps: [] })
})

test('drafts stand above the recipes, each with its link', async () => {
  const draft = (n: number) => ({
    id: sampleId(80 + n),
    name: n === 1 ? '' : `Draft ${n}`,
    workflow_id: null,
    base_version: n === 2 ? 4 : null,
    updated_at: '2026-11-20T10:00:00Z',
  })
  await serve([], {
    'GET /drafts': () => ({ drafts: [1, 2, 3, 4].map(draft), next_cursor: null }),
  })
  const { user } = renderPage('/studio/recipes')
  const drafts = within(await screen.findByRole('region', { name: 'Drafts' }))
  expect(drafts.getByRole('link', { name: 'Recipe without a name' }).getAttribute('href')).toBe(
    `/studio/drafts/${sampleId(81)}`,
  )
  expect(drafts.getByText('Draft of version 4')).toBeTruthy()
  expect(drafts.queryByText('Draft 4')).toBeNull()
  await user.click(drafts.getByRole('button', { name: 'Show 1 more' }))
  expect(drafts.getByText('Draft 4')).toBeTruthy()
})

test('a recipe that cannot run says why', async () => {
  await serve([sampleRow(1, { unavailable: 'fal is not available here.' })])
  renderPage('/studio/recipes')
  expect(await screen.findByText('Cannot run: fal is not available here.')).toBeTruthy()
})

test('the page says that there are no recipes, no recipes of the state, or no answer', async () => {
  let fails = true
  await serve([], { 'GET /workflows/mine': () => (fails ? new Refusal(503) : list()) })
  const { user } = renderPage('/studio/recipes')
  const again = await screen.findByRole('button', { name: 'Try Again' })
  fails = false
  await user.click(again)
  await screen.findByRole('heading', { name: 'No recipes yet' })
  await user.selectOptions(screen.getByLabelText('Show'), 'Paused')
  await waitFor(() => expect(location.search).toBe('?state=paused'))
  await screen.findByText('None of your recipes is paused.')
})

test.each([
  [{ live_runs_30d: 100, delivered_30d_percent: 94 }, true],
  [{ live_runs_30d: 100, delivered_30d_percent: 95 }, false],
  [{ live_runs_30d: 4, delivered_30d_percent: 0 }, false],
  [{ live_runs_30d: 9, delivered_30d_percent: null }, false],
])('%o fails often: %s', (row, often) => {
  expect(failsOften(row)).toBe(often)
})

test('the week is described as no run or as one run', () => {
  expect(describeWeek([0, 0, 0, 0, 0, 0, 0])).toBe('No remix in the last 7 days')
  expect(describeWeek([1, 0, 0, 0, 0, 0, 0])).toBe('1 remix in the last 7 days, 0 of them today')
})
