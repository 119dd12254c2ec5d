import type { Page } from '@playwright/test'
import { arriveWithout, open, type Screen, seeHeading } from '../screen.ts'

const openMenu = async (page: Page) => {
  await page.goto('/studio/recipes')
  await page
    .getByRole('button', { name: /^What to do with/ })
    .first()
    .click()
  await page.getByRole('menuitem').first().waitFor()
}

export const studio: Screen[] = [
  { name: 'studio-today', as: 'creator', visit: open('/studio') },
  { name: 'studio-today-new', as: 'newcomer', visit: open('/studio') },
  { name: 'studio-guest', visit: open('/studio') },
  {
    name: 'studio-today-trouble',
    as: 'creator',
    visit: async (page) => {
      await arriveWithout(page, '/payouts?*', 'fault', '/studio')
      await page.getByText('Your figures could not be loaded').waitFor()
    },
  },
  { name: 'studio-recipes', as: 'creator', visit: open('/studio/recipes') },
  { name: 'studio-recipes-hidden', as: 'seller', visit: open('/studio/recipes') },
  { name: 'studio-recipes-empty', as: 'newcomer', visit: open('/studio/recipes') },
  { name: 'studio-recipes-menu', as: 'creator', window: true, visit: openMenu },
  {
    name: 'studio-recipe-versions',
    as: 'creator',
    visit: open(({ workflows }) => `/studio/recipes/${workflows.priced}`),
  },
  {
    name: 'studio-recipe-runs',
    as: 'creator',
    visit: open(({ workflows }) => `/studio/recipes/${workflows.priced}?tab=runs`),
  },
  {
    name: 'studio-recipe-share',
    as: 'creator',
    visit: open(({ workflows }) => `/studio/recipes/${workflows.priced}?tab=share`),
  },
  { name: 'studio-sales', as: 'creator', visit: open('/studio/sales') },
  { name: 'studio-cases', as: 'creator', visit: open('/studio/sales/cases') },
  { name: 'studio-disputes', as: 'creator', visit: open('/studio/sales/disputes') },
  { name: 'studio-new-recipe', as: 'creator', visit: open('/studio/recipes/new') },
  {
    name: 'studio-draft',
    as: 'creator',
    visit: async (page) => {
      await page.goto('/studio/recipes/new')
      await page.getByRole('button', { name: /^Photo to painting/ }).click()
      await page.getByLabel('Name of the recipe').waitFor()
    },
  },
  { name: 'studio-money', as: 'creator', visit: open('/studio/money') },
  {
    name: 'studio-more',
    as: 'creator',
    only: 'phone',
    window: true,
    visit: async (page) => {
      await page.goto('/studio')
      await seeHeading(page)
      await page.getByText('More', { exact: true }).click()
    },
  },
]
