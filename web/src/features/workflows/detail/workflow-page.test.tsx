import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleCreation, sampleId, sampleWorkflow } from '../../../../test/samples.ts'
import { Refusal, startApi } from '../../../../test/start-api.ts'
import { id, input, serveWorkflow } from './test-support/serve-workflow.ts'

test('the page shows everything in the specification', async () => {
  const asked = await serveWorkflow(
    [sampleCreation(1), sampleCreation(2, { image: null, media: null })],
    2,
  )
  renderPage(`/workflows/${id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Riso' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Workflows' }).getAttribute('href')).toBe(
    '/workflows',
  )
  expect(screen.getByRole('link', { name: /^Start Remix/ }).getAttribute('href')).toBe(
    `/workflows/${id}/remix`,
  )
  expect(screen.getByRole('link', { name: /^Start Creating/ }).getAttribute('href')).toBe(
    `/workflows/${id}/remix`,
  )
  expect(screen.getByRole('heading', { name: 'Required Inputs' })).toBeTruthy()
  expect(screen.getByText('A face, well lit.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Workflow Details' })).toBeTruthy()
  expect(screen.getByText(/^Commercial use\./)).toBeTruthy()
  expect(screen.getAllByText('~2m 5s')).toHaveLength(1)
  // The price stands beside the button, whose name is the specified one.
  expect(screen.getByRole('link', { name: 'Start Remix' })).toBeTruthy()
  expect(screen.getByText('$3.00')).toBeTruthy()
  // A toast of an earlier file may still stand beside the page.
  expect(within(screen.getByRole('main')).getAllByText(/\$3\.00/)).toHaveLength(1)
  expect(screen.getByText(/^Your card is charged only once/)).toBeTruthy()
  expect(screen.getByText(/Ask for your money back/).getAttribute('href')).toBe('/terms#refunds')
  expect(await screen.findByRole('heading', { name: 'Recent Creations 2' })).toBeTruthy()
  expect(screen.getAllByText('Nov 2')).toHaveLength(2)
  expect(screen.getByText('Generated Content')).toBeTruthy()
  const list = asked.find(({ path }) => path.endsWith('/creations'))
  expect(Object.fromEntries(list?.query ?? [])).toEqual({
    limit: '20',
    public: 'true',
    offset: '0',
  })
})

test.each([
  [0, 'Not yet'],
  [1, 'Once'],
  [2, 'Twice'],
  [1203, '1,203 times'],
])('%d remixes of visitors read "%s", apart from what the house made', async (count, words) => {
  await startApi({
    [`GET /workflows/${id}`]: () => sampleWorkflow(1, { remix_count: count }),
    [`GET /workflows/${id}/creations`]: () => ({ creations: [], total: 0, next_cursor: null }),
  })
  renderPage(`/workflows/${id}`)
  const term = await screen.findByText('Remixed by visitors')
  expect(term.nextSibling?.textContent).toBe(words)
})

test('category and tags lead to the recipes listed under them', async () => {
  const recipe = sampleWorkflow(1, { category: 'gifts', tags: ['film-noir', '東京'] })
  await startApi({
    [`GET /workflows/${id}`]: () => recipe,
    [`GET /workflows/${id}/creations`]: () => ({ creations: [], total: 0, next_cursor: null }),
  })
  renderPage(`/workflows/${id}`)
  const gifts = await screen.findByRole('link', { name: 'gifts' })
  expect(gifts.getAttribute('href')).toBe('/workflows?category=gifts')
  expect(screen.getByRole('link', { name: '東京' }).getAttribute('href')).toBe(
    '/workflows?tag=東京',
  )
})

test('what only the reader sees stands apart from the gallery', async () => {
  const mine = { ...sampleCreation(1), public: false }
  await serveWorkflow([mine, { ...sampleCreation(2), public: true }], 2)
  renderPage(`/workflows/${id}`)
  const own = await screen.findByRole('list', { name: 'Yours alone' })
  expect(within(own).getAllByRole('listitem')).toHaveLength(1)
  const shown = screen.getByRole('list', { name: 'Recent creations' })
  expect(within(shown).getAllByRole('listitem')).toHaveLength(1)
})

test('a recipe without creations shows No creations yet', async () => {
  await serveWorkflow()
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText('No creations yet')).toBeTruthy()
})

test('a gallery that cannot be loaded shows an error and a retry', async () => {
  let broken = true
  await startApi({
    [`GET /workflows/${id}`]: () => sampleWorkflow(1, { name: 'Riso' }),
    [`GET /workflows/${id}/creations`]: () =>
      broken
        ? new Refusal(400, { error: 'Broken' })
        : { creations: [], total: 0, next_cursor: null, offset: 0, limit: 20 },
  })
  const { user } = renderPage(`/workflows/${id}`)
  expect(await screen.findByText('Failed to fetch creations')).toBeTruthy()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('No creations yet')).toBeTruthy()
})

test('a choice lists its options in words', async () => {
  const options = ['Dawn', 'Night'].map((label) => ({ value: label.toLowerCase(), label }))
  const inputs = [{ ...input, type: 'select', step_type: 'select', options }]
  await startApi({ [`GET /workflows/${id}`]: () => sampleWorkflow(1, { inputs }) })
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText('One of: Dawn · Night')).toBeTruthy()
  expect(screen.getByText('SELECT')).toBeTruthy()
})

test('a recipe without inputs has the text of its remix page', async () => {
  await startApi({ [`GET /workflows/${id}`]: () => sampleWorkflow(1) })
  renderPage(`/workflows/${id}`)
  expect(
    await screen.findByText('This recipe asks for no inputs, so there is nothing to remix.'),
  ).toBeTruthy()
})

test.each([`/workflows/${sampleId(9)}`, '/workflows/nonsense'])('%s is not found', async (path) => {
  await serveWorkflow()
  renderPage(path)
  expect(await screen.findByText('Workflow not found')).toBeTruthy()
  expect(screen.getByText('This workflow may have been deleted or does not exist.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse Workflows' }).getAttribute('href')).toBe(
    '/workflows',
  )
})
