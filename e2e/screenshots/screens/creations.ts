import { make } from '../prepare.ts'
import { forSale } from '../recipes.ts'
import { arriveWithout, open, type Screen, trouble } from '../screen.ts'

export const creations: Screen[] = [
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
  { name: 'collection', visit: open((s) => `/collections/${s.collection}`) },
  {
    name: 'collection-own',
    as: 'creator',
    visit: async (page, scene, shoot) => {
      await page.goto(`/collections/${scene.collection}`)
      await page.getByRole('button', { name: 'Edit' }).waitFor()
      await shoot('page')
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'collection-save',
    as: 'creator',
    window: true,
    visit: async (page, scene) => {
      await page.goto(`/creations/${scene.creations.public}`)
      await page.getByRole('button', { name: 'Save to a collection' }).click()
      await page.getByRole('checkbox', { name: 'For the kitchen wall' }).waitFor()
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
  {
    name: 'verify',
    visit: async (page, scene) => {
      await page.goto(`/creations/${scene.creations.public}`)
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download', exact: true }).click()
      const signed = await (await saving).path()
      await page.goto('/verify')
      await page.getByLabel('A picture or a film').setInputFiles(signed)
      await page.getByText('Signed here').waitFor()
    },
  },
  {
    name: 'verify-unmarked',
    visit: async (page) => {
      await page.goto('/verify')
      await page.getByLabel('A picture or a film').setInputFiles('web/public/share.png')
      await page.getByText('No signed mark').waitFor()
    },
  },
  {
    name: 'creation-error',
    visit: async (page, scene) => {
      await arriveWithout(page, '/creations/*', 'fault', `/creations/${scene.creations.public}`)
      await page.getByRole('heading', { name: 'Failed to load creation' }).waitFor()
    },
  },
  {
    name: 'creation-offline',
    visit: async (page, scene) => {
      await arriveWithout(page, '/creations/*', 'offline', `/creations/${scene.creations.public}`)
      await page.getByRole('heading', { name: 'Failed to load creation' }).waitFor()
    },
  },
  {
    name: 'creation-change-offline',
    as: 'creator',
    visit: async (page, scene) => {
      await page.goto(`/creations/${scene.creations.painting}`)
      await trouble(page, '/creations/*', 'offline', 'PATCH')
      await page.getByRole('radio', { name: /^Public/ }).click({ force: true })
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'creation-secret-link',
    as: 'creator',
    visit: async (page, scene) => {
      await page.goto(`/creations/${scene.creations.private}`)
      await page
        .getByRole('button', { name: /secret link/i })
        .first()
        .click()
      await page.getByRole('button', { name: 'Revoke' }).waitFor()
    },
  },
  {
    name: 'creation-longest',
    as: 'longest',
    visit: open((s) => `/creations/${s.creations.longest}`),
  },
  {
    name: 'creation-recipe-gone',
    as: 'creator',
    visit: async (page, { actors: { creator } }) => {
      const recipe = await creator.publish({ ...forSale, price: 0 })
      const id = await make(creator, recipe, { hour: 'Noon, before the recipe left' }, false)
      await creator.remove(`/workflows/${recipe}`)
      await page.goto(`/creations/${id}`)
      await page.getByText('(no longer offered)').waitFor()
    },
  },
  {
    name: 'delete-paid',
    as: 'buyer',
    window: true,
    visit: async (page, scene) => {
      await page.goto(`/creations/${scene.creations.bought}`)
      await page.getByRole('heading', { name: 'Receipt' }).waitFor()
      await page.getByRole('button', { name: 'Delete creation' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'download-failed',
    window: true,
    visit: async (page, scene) => {
      await page.goto(`/creations/${scene.creations.public}`)
      await trouble(page, '/creations/*/download*', 'fault')
      await page.getByRole('button', { name: 'Download' }).click()
      await page.getByText('Download failed: 503').waitFor()
    },
  },
  {
    name: 'report-creation',
    window: true,
    visit: async (page, scene) => {
      await page.goto(`/creations/${scene.creations.public}`)
      await page.getByRole('button', { name: /Report/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
