import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../test/render-page.tsx'
import { sampleId, sampleUser } from '../../test/samples.ts'
import { Refusal, startApi } from '../../test/start-api.ts'
import { matchPage } from './match-page.ts'
import { pages } from './pages.ts'

const ID = sampleId(1)
const LANDING = 'Recipes for pictures and film.'
const NO_RECIPE = 'Failed to fetch workflow'
const ADMIN = sampleUser({ username: 'mara', roles: ['user', 'admin'] })

/**
 * Each screen, its level-one heading while no call has answered, and its heading if every call
 * fails.
 */
const screens: [address: string, loading: string, failed: string][] = [
  ['/', LANDING, LANDING],
  ['/workflows', 'Discover', 'Discover'],
  ['/workflows/create', 'Create a recipe', 'Create a recipe'],
  [`/workflows/create?edit=${ID}`, 'Edit recipe', NO_RECIPE],
  [`/workflows/${ID}`, 'Workflow', NO_RECIPE],
  [`/workflows/${ID}/remix`, 'Remix', 'Failed to fetch workflow'],
  [`/workflows/${ID}/batch`, 'Make many', 'Failed to fetch workflow'],
  [`/batches/${ID}`, 'Your batch', 'This batch could not be opened'],
  ['/creations', 'What people made here', 'What people made here'],
  [`/creations/${ID}`, 'Creation', 'Failed to load creation'],
  [`/collections/${ID}`, 'Collection', 'This collection could not be loaded'],
  ['/@mara', 'Creator', 'This page could not be loaded'],
  ['/@mara/neon', 'Workflow', NO_RECIPE],
  ['/profile', 'Profile', 'mara'],
  ['/assistants', 'Connect an assistant', 'Connect an assistant'],
  [`/assistants/allow/${ID}`, 'Connect an assistant', 'Connect an assistant'],
  ['/claim', 'Your creation', 'Your creation'],
  ['/receipt?#token', 'Your purchase', 'This receipt could not be opened'],
  ['/pay?#token', 'Pay for a remix', 'This link could not be opened'],
  [`/receipts/${ID}`, 'Your purchase', 'This receipt could not be opened'],
  ['/notices', 'Notices', 'Notices'],
  ['/unsubscribe?token=a', 'Unsubscribe', 'Unsubscribe'],
  ['/confirm?#token', 'Letters', 'Letters'],
  [`/letters/${ID}`, 'Letter', 'Letter'],
  ['/auth/callback', 'Authenticating...', 'Discover'],
  ['/studio', 'Today', 'Today'],
  ['/studio/recipes', 'Recipes', 'Recipes'],
  [`/studio/recipes/${ID}`, 'Recipe', 'Recipe'],
  ['/studio/numbers', 'Numbers', 'Numbers'],
  ['/studio/money', 'Your money', 'Your money'],
  ['/studio/storefront', 'Storefront', 'Storefront'],
  ['/studio/letters', 'Letters', 'Letters'],
  ['/studio/webhooks', 'Webhooks', 'Webhooks'],
  ['/studio/servers', 'ComfyUI servers', 'ComfyUI servers'],
  ['/studio/sales', 'Sales', 'Sales'],
  ['/studio/sales/cases', 'Cases', 'Cases'],
  ['/studio/sales/disputes', 'Disputes', 'Disputes'],
  ['/studio/recipes/new', 'New recipe', 'New recipe'],
  [`/studio/recipes/new?recipe=${ID}`, 'Edit recipe', 'This recipe could not be opened'],
  [`/studio/drafts/${ID}`, 'Edit recipe', 'This draft could not be loaded'],
  ['/leaving?#token', 'Money you left here', 'This page could not be opened'],
  ['/admin', 'Today', 'Today'],
  ['/admin/people', 'People', 'People'],
  [`/admin/people/${ID}`, 'Account', 'Account'],
  ['/admin/recipes', 'Recipes', 'Recipes'],
  ['/admin/runs', 'Runs', 'Runs'],
  [`/admin/runs/${ID}`, 'Run', 'Run'],
  ['/admin/payments', 'Payments', 'Payments'],
  [`/admin/payments/${ID}`, 'Payment', 'Payment'],
  ['/admin/claims', 'Claims', 'Claims'],
  ['/admin/reports', 'Reports', 'Reports'],
  ['/admin/backups', 'Backups', 'Backups'],
  ['/admin/books', 'Books', 'Books'],
  ['/admin/settings', 'Settings', 'Settings'],
  ['/setup', 'Set up this server', 'Set up this server'],
  ['/admin/margins', 'Margins', 'Margins'],
  ['/admin/waitlist', 'Waitlist', 'Waitlist'],
  ['/admin/audit', 'Audit log', 'Audit log'],
  ['/admin/payouts', 'Payouts', 'Payouts'],
  ['/admin/cases', 'Cases', 'Cases'],
  ['/admin/disputes', 'Disputes', 'Disputes'],
  ['/verify', 'Check a file', 'Check a file'],
  ['/terms', 'Terms', 'Terms'],
  ['/privacy', 'Privacy', 'Privacy'],
  ['/imprint', 'There is no imprint here.', 'There is no imprint here.'],
  ['/nowhere', 'Nothing in this frame.', 'Nothing in this frame.'],
]

const oneHeading = async (name: string) => {
  await screen.findByRole('heading', { level: 1, name: new RegExp(`^${name}`) })
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
}

test('the table has every screen', () => {
  const shown = screens.map(([address]) => matchPage(address.replace(/\?.*/, ''))?.page)
  expect(new Set(shown)).toEqual(new Set([...pages, undefined]))
})

test.each(screens)('%s has one level-one heading while loading', async (address, loading) => {
  const waiting = () => new Promise(() => {})
  await startApi({ '*': waiting, 'GET /auth/me': waiting })
  renderPage(address)
  await oneHeading(loading)
})

test.each(screens)(
  '%s has one level-one heading if every call fails',
  async (address, _, failed) => {
    await startApi({ '*': () => new Refusal(500), 'GET /auth/me': () => ADMIN })
    renderPage(address)
    await oneHeading(failed)
  },
)
