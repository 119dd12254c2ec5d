import { findChunk } from '../../support/find-chunk.ts'
import { completeRemix, reviewRemix } from '../moves.ts'
import { LONGEST_USERNAME } from '../recipes.ts'
import { API, arriveWithout, moveTo, open, type Screen, seeHeading } from '../screen.ts'

export const catalogue: Screen[] = [
  { name: 'discover', visit: open('/workflows') },
  {
    name: 'discover-own-strip',
    as: 'visitor',
    window: true,
    visit: async (page, scene) => {
      await page.goto(`/workflows/${scene.workflows.picture}/remix`)
      await reviewRemix(page, 'A canal in October')
      await completeRemix(page)
      await page.waitForURL(/\/creations\//)
      await page.goto('/workflows')
      await page.getByRole('heading', { name: 'Your creations' }).waitFor()
    },
  },
  {
    name: 'discover-loading',
    visit: (page) => arriveWithout(page, '/workflows?*', 'never', '/workflows'),
  },
  {
    name: 'discover-error',
    visit: async (page) => {
      await arriveWithout(page, '/workflows?*', 'fault', '/workflows')
      await page.getByText('Failed to load workflows').first().waitFor()
    },
  },
  {
    name: 'discover-offline',
    visit: async (page) => {
      await arriveWithout(page, '/workflows?*', 'offline', '/workflows')
      await page.getByText('Failed to load workflows').first().waitFor()
    },
  },
  {
    name: 'discover-empty',
    visit: async (page) => {
      await page.goto('/terms')
      await page.route(`${API}/workflows?*`, (route) =>
        route.fulfill({ json: { workflows: [], total: 0, page: 1, per_page: 12 } }),
      )
      await moveTo(page, '/workflows')
      await page.getByText('No workflows yet').waitFor()
    },
  },
  {
    name: 'discover-nothing-found',
    visit: async (page) => {
      await page.goto('/workflows?q=zeppelin')
      await page.getByText('Nothing matches').waitFor()
    },
  },
  {
    name: 'discover-longest',
    window: true,
    visit: open(`/workflows?creator=${LONGEST_USERNAME}`),
  },
  {
    name: 'discover-never-sampled',
    window: true,
    visit: async (page) => {
      await page.goto('/workflows?creator=mira')
      await page.getByText('No sample yet').first().waitFor()
    },
  },
  { name: 'detail-picture', visit: open((s) => `/workflows/${s.workflows.picture}`) },
  { name: 'detail-film', visit: open((s) => `/workflows/${s.workflows.film}`) },
  { name: 'detail-long-names', visit: open((s) => `/workflows/${s.workflows.empty}`) },
  { name: 'detail-not-found', visit: open('/workflows/0192f000-0000-7000-8000-000000000000') },
  { name: 'detail-own', as: 'creator', visit: open((s) => `/workflows/${s.workflows.priced}`) },
  { name: 'detail-hidden', as: 'seller', visit: open((s) => `/workflows/${s.workflows.hidden}`) },
  {
    name: 'detail-own-broken-part',
    as: 'creator',
    window: true,
    visit: async (page, scene) => {
      await page.route(findChunk('detail/embed-snippet.tsx'), (route) => route.abort())
      await page.goto(`/workflows/${scene.workflows.priced}`)
      await page.getByText('This part could not be loaded.').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'take-down',
    as: 'creator',
    window: true,
    visit: async (page, scene) => {
      await page.goto(`/workflows/${scene.workflows.empty}`)
      await page.getByRole('button', { name: 'Take down' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'detail-unavailable',
    visit: async (page, scene) => {
      const place = `/workflows/${scene.workflows.picture}`
      await page.goto('/terms')
      await page.route(`${API}${place}`, async (route) => {
        const answer = await route.fetch()
        const workflow = (await answer.json()) as object
        const unavailable = 'It needs fal, which is not set up on this server.'
        await route.fulfill({ json: { ...workflow, unavailable } })
      })
      await moveTo(page, place)
      await page.getByText('is not set up on this server').waitFor()
    },
  },
  {
    name: 'detail-loading',
    visit: (page, scene) =>
      arriveWithout(page, '/workflows/*', 'never', `/workflows/${scene.workflows.picture}`),
  },
  {
    name: 'detail-error',
    visit: async (page, scene) => {
      await arriveWithout(page, '/workflows/*', 'fault', `/workflows/${scene.workflows.picture}`)
      await page.getByRole('heading', { name: 'Failed to fetch workflow' }).waitFor()
    },
  },
  {
    name: 'detail-offline',
    visit: async (page, scene) => {
      await arriveWithout(page, '/workflows/*', 'offline', `/workflows/${scene.workflows.picture}`)
      await page.getByRole('heading', { name: 'Failed to fetch workflow' }).waitFor()
    },
  },
  {
    name: 'detail-creations',
    visit: async (page, scene, shoot) => {
      const place = `/workflows/${scene.workflows.picture}`
      await arriveWithout(page, '/workflows/*/creations?*', 'fault', place)
      await page.getByText('Failed to fetch creations').waitFor()
      await shoot('error')
      await page.unrouteAll()
      await arriveWithout(page, '/workflows/*/creations?*', 'never', place)
      await seeHeading(page)
      await shoot('loading')
    },
  },
  {
    name: 'report',
    window: true,
    visit: async (page, scene, shoot) => {
      await page.goto(`/workflows/${scene.workflows.picture}`)
      await page.getByRole('button', { name: /Report/ }).click()
      await page.getByRole('dialog').waitFor()
      await shoot('idle')
      await page.getByRole('button', { name: 'Send report' }).click()
      await shoot('invalid')
      await page.getByLabel('Reason').selectOption('Spam or deception')
      await page.getByRole('button', { name: 'Send report' }).click()
      await page.getByRole('heading', { name: 'Thank you' }).waitFor()
      await shoot('sent')
    },
  },
  {
    name: 'detail-liked',
    window: true,
    visit: async (page, scene) => {
      await page.goto(`/workflows/${scene.workflows.picture}`)
      await page.getByRole('button', { name: /^like/i }).click()
    },
  },
]
