import type { Page } from '@playwright/test'
import { completeRemix, reviewRemix, walkInputs } from './moves.ts'
import type { Scene } from './prepare.ts'

export interface Screen {
  name: string
  as?: keyof Scene['actors']
  /** What lies over the page is photographed in the window, all else at full length. */
  window?: boolean
  only?: 'phone' | 'desktop'
  visit: (page: Page, scene: Scene, shoot: (part: string) => Promise<void>) => Promise<void>
}

const API = '**/api/v1'
const open = (place: string | ((scene: Scene) => string)) => async (page: Page, scene: Scene) => {
  await page.goto(typeof place === 'string' ? place : place(scene))
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}
/** The page as a visitor finds it whose network gives up after the first document. */
async function arriveWithout(page: Page, call: string, then: 'never' | 'fault', place: string) {
  await page.goto('/terms')
  await page.route(`${API}${call}`, (route) =>
    then === 'never'
      ? new Promise(() => {})
      : route.fulfill({
          status: 503,
          json: { error: 'The catalogue cannot be read just now', code: 'unavailable' },
        }),
  )
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, place)
}

const landing: Screen[] = [
  { name: 'landing', visit: open('/') },
  {
    name: 'mobile-menu',
    only: 'phone',
    window: true,
    visit: async (page) => {
      await page.goto('/workflows')
      await page.getByRole('button', { name: 'Open menu' }).click()
    },
  },
  {
    name: 'waitlist',
    window: true,
    visit: async (page, _, shoot) => {
      await page.goto('/')
      await page
        .getByRole('button', { name: /creator|waitlist/i })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
      await shoot('idle')
      await page.getByLabel('Email').fill('no address')
      await page.getByRole('button', { name: 'Join the waitlist' }).click()
      await shoot('invalid')
      await page.getByLabel('Email').fill('mira@example.com')
      await page.getByRole('button', { name: 'Join the waitlist' }).click()
      await page.getByText("We'll be in touch!").waitFor()
      await shoot('success')
    },
  },
]

const catalogue: Screen[] = [
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
    name: 'discover-nothing-found',
    visit: async (page) => {
      await page.goto('/workflows?q=zeppelin')
      await page.getByText('Nothing matches').waitFor()
    },
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
]

const remix: Screen[] = [
  {
    name: 'remix',
    visit: async (page, scene, shoot) => {
      await page.goto(`/workflows/${scene.workflows.everyInput}/remix`)
      for await (const part of walkInputs(page, scene.photo)) await shoot(part)
    },
  },
  {
    name: 'remix-long-names',
    visit: async (page, scene) => {
      await page.goto(`/workflows/${scene.workflows.empty}/remix`)
      await reviewRemix(page, 'x'.repeat(120))
    },
  },
  {
    name: 'remix-loading',
    visit: async (page, scene) => {
      await arriveWithout(
        page,
        `/workflows/${scene.workflows.picture}`,
        'never',
        `/workflows/${scene.workflows.picture}/remix`,
      )
      await page.getByText('Loading workflow...').waitFor()
    },
  },
  {
    name: 'remix-generating',
    visit: async (page, scene, shoot) => {
      await page.goto(`/workflows/${scene.workflows.manyCoats}/remix`)
      await page.getByRole('textbox').fill('A quiet harbour at dusk, two boats, warm windows')
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
      await page.getByRole('button', { name: 'Skip this step' }).click()
      await completeRemix(page)
      await page.getByRole('heading', { name: 'Creating Your Masterpiece' }).waitFor()
      await page.getByText(/step [3-9] of/i).waitFor()
      await shoot('running')
      await page.getByRole('button', { name: 'Cancel Generation' }).click()
    },
  },
  {
    name: 'remix-failed',
    visit: async (page, scene) => {
      await page.goto(`/workflows/${scene.workflows.picture}/remix`)
      await reviewRemix(page, 'A quiet harbour at dusk')
      await page.route(`${API}/workflows/*/creations`, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              status: 503,
              json: {
                error: 'The painter is out of paint; try again in a minute',
                code: 'provider_unavailable',
              },
            })
          : route.continue(),
      )
      await completeRemix(page)
      await page.getByRole('heading', { name: 'Generation Failed' }).waitFor()
    },
  },
  {
    name: 'remix-result',
    visit: async (page, scene) => {
      const answer = await page.request.get(`/api/v1/creations/${scene.creations.public}`)
      const { image } = (await answer.json()) as { image: string }
      await page.goto(`/workflows/${scene.workflows.picture}/remix`)
      await reviewRemix(page, 'A quiet harbour at dusk')
      await page.route(`${API}/workflows/*/creations`, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 201, json: { image } })
          : route.continue(),
      )
      await completeRemix(page)
      await page.getByRole('heading', { name: 'Your Creation is Ready!' }).waitFor()
    },
  },
  {
    name: 'remix-payment-error',
    visit: async (page, scene) => {
      await page.route(`${API}/payment/config`, (route) => route.fulfill({ status: 503, json: {} }))
      await page.goto(`/workflows/${scene.workflows.priced}/remix`)
      await reviewRemix(page, 'A quiet harbour at dusk')
      await completeRemix(page)
      await page.getByRole('heading', { name: 'Payment System Error' }).waitFor()
    },
  },
  {
    name: 'remix-no-steps',
    visit: open((s) => `/workflows/${s.workflows.stepless}/remix`),
  },
  {
    name: 'remix-not-found',
    visit: open('/workflows/0192f000-0000-7000-8000-000000000000/remix'),
  },
]

const create: Screen[] = [
  {
    name: 'create',
    as: 'creator',
    visit: async (page, _, shoot) => {
      await page.goto('/workflows/create')
      const editor = page.getByRole('textbox').first()
      await page.locator('.cm-content').waitFor()
      await shoot('fresh')
      await page.locator('.cm-content').click()
      await page.keyboard.press('Control+A')
      await page.keyboard.insertText(
        '{\n  "name": "Oil portrait",\n  "price": 20,\n  "cost": 0,\n  "generation_time": 3000,\n  "steps": [\n    { "id": "paint", "function_type": "image_to_image", "provider": "local", "first_image": "{{ghost}}" }\n  ],\n  "output": "print"\n}',
      )
      await page.getByRole('button', { name: 'Create Workflow' }).click()
      await page.getByText(/ghost/).last().waitFor()
      await shoot('faults')
      await page.goto('/workflows/create')
      await editor.waitFor()
      await page.locator('.cm-content').waitFor()
      await shoot('draft')
      await page.getByRole('button', { name: 'Start from the example' }).click()
      await page.getByRole('button', { name: 'Create Workflow' }).click()
      await page.getByRole('button', { name: 'Create Another' }).waitFor()
      await shoot('success')
    },
  },
]

const creations: Screen[] = [
  { name: 'creation-public', visit: open((s) => `/creations/${s.creations.public}`) },
  { name: 'creation-film', visit: open((s) => `/creations/${s.creations.film}`) },
  {
    name: 'creation-private-owner',
    as: 'creator',
    visit: open((s) => `/creations/${s.creations.private}`),
  },
  {
    name: 'creation-before-after',
    as: 'creator',
    visit: open((s) => `/creations/${s.creations.painting}`),
  },
  { name: 'creation-bought', as: 'buyer', visit: open((s) => `/creations/${s.creations.bought}`) },
  {
    name: 'creation-loading',
    visit: (page, scene) =>
      arriveWithout(page, '/creations/*', 'never', `/creations/${scene.creations.public}`),
  },
  { name: 'creation-not-found', visit: open('/creations/0192f000-0000-7000-8000-000000000000') },
  {
    name: 'share',
    window: true,
    visit: async (page, scene) => {
      await page.goto(`/creations/${scene.creations.public}`)
      await page.getByRole('button', { name: 'Share' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'share-private',
    as: 'creator',
    window: true,
    visit: async (page, scene) => {
      await page.goto(`/creations/${scene.creations.private}`)
      await page.getByRole('button', { name: 'Share' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'delete',
    as: 'creator',
    window: true,
    visit: async (page, scene, shoot) => {
      await page.goto(`/creations/${scene.creations.painting}`)
      await page.getByRole('button', { name: 'Delete creation' }).click()
      await page.getByRole('button', { name: 'Undo' }).waitFor()
      await shoot('undo')
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.waitForURL(/\/creations\//)
    },
  },
]

const account: Screen[] = [
  { name: 'profile-empty', as: 'newcomer', visit: open('/profile') },
  { name: 'profile-creations', as: 'creator', visit: open('/profile') },
  { name: 'profile-creator', as: 'creator', visit: open('/profile?tab=earnings') },
  { name: 'profile-account', as: 'creator', visit: open('/profile?tab=account') },
  {
    name: 'sign-in',
    visit: async (page) => {
      await page.goto('/terms')
      const { redirect_url } = await page.evaluate(async () =>
        (await fetch('/api/v1/auth/google/start')).json(),
      )
      await page.goto(redirect_url)
    },
  },
  {
    name: 'authenticating',
    visit: async (page) => {
      await arriveWithout(page, '/auth/me', 'never', '/auth/callback')
      await page.getByText('Authenticating...').waitFor()
    },
  },
  { name: 'admin-reports', as: 'admin', visit: open('/admin') },
  { name: 'admin-audit', as: 'admin', visit: open('/admin?tab=audit') },
  { name: 'admin-creators', as: 'admin', visit: open('/admin?tab=creators') },
  { name: 'admin-forbidden', visit: open('/admin') },
]

const documents: Screen[] = [
  { name: 'terms', visit: open('/terms') },
  { name: 'privacy', visit: open('/privacy') },
  { name: 'not-found', visit: open('/nowhere') },
  {
    name: 'page-fault',
    visit: async (page, scene) => {
      await page.goto('/terms')
      await page.route('**/assets/workflow-page*.js', (route) => route.abort())
      await page.evaluate((to) => {
        history.pushState({}, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      }, `/workflows/${scene.workflows.picture}`)
      await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor()
    },
  },
  { name: 'api-docs', window: true, visit: open('/api/v1/docs') },
]

export const SCREENS: readonly Screen[] = [
  ...landing,
  ...catalogue,
  ...remix,
  ...create,
  ...creations,
  ...account,
  ...documents,
]
