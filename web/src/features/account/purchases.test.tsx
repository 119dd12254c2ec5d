import { screen, waitFor, within } from '@testing-library/react'
import type { PurchaseView } from '@vignette/contract/purchases.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleCreation, sampleId, sampleMedia } from '../../../test/samples.ts'
import { Refusal } from '../../../test/start-api.ts'
import { forgetCookie } from '../../lib/browser.ts'
import { serve } from './test-support/serve-profile.ts'

const purchase = (n: number, over: Partial<PurchaseView> = {}): PurchaseView => ({
  id: sampleId(300 + n),
  state: 'captured',
  amount: 300,
  workflow_id: sampleId(1),
  workflow_name: `Poster ${n}`,
  created_at: '2026-11-20T06:00:00.000Z',
  captured_at: '2026-11-20T06:01:00.000Z',
  ended_at: null,
  refunded: 0,
  disputed: 0,
  lost: 0,
  next: '$3.00 was charged. There are no further charges.',
  test_mode: false,
  creation_id: sampleId(1000 + n),
  media: sampleMedia(),
  ...over,
})

const released = purchase(2, {
  state: 'released',
  captured_at: null,
  ended_at: '2026-11-21T06:00:00.000Z',
  next: 'The authorisation was released.',
  creation_id: null,
  media: null,
})

const list = (...purchases: PurchaseView[]) => ({ purchases, next_cursor: null })

async function open(answer: () => unknown) {
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-22T00:00:00Z'))
  onTestFinished(() => now.mockRestore())
  const asked = await serve({ 'GET /payments': answer })
  return { asked, ...renderPage('/profile?tab=purchases') }
}

const rowOf = async (name: string) =>
  (await screen.findByRole('heading', { name: new RegExp(name) })).closest('li') as HTMLElement

test('each purchase has its sum, day and state, and leads to creation and receipt', async () => {
  const waiting = purchase(3, { state: 'authorized', captured_at: null, creation_id: null })
  await open(() => list(waiting, released, purchase(1)))
  expect((await rowOf('Poster 1')).textContent).toContain('Paid$3.00 · November 20, 2026')
  expect((await rowOf('Poster 2')).textContent).toContain('Not charged$3.00 · November 21, 2026')
  const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(to('Poster 1')).toBe(`/creations/${sampleId(1001)}`)
  expect(to('Receipt for Poster 1')).toBe(`/receipts/${sampleId(301)}`)
  expect(to('Something is wrong with Poster 1')).toBe(`/receipts/${sampleId(301)}`)
  expect(to('Poster 2')).toBe(`/receipts/${sampleId(302)}`)
  expect(to('Continue with Poster 3')).toBe(`/workflows/${sampleId(1)}/remix`)
  expect(screen.queryByRole('link', { name: 'Something is wrong with Poster 2' })).toBeNull()
})

test('what is two weeks old or went back is past saying that something is wrong', async () => {
  const old = purchase(1, { captured_at: '2026-11-01T00:00:00.000Z' })
  await open(() => list(old, purchase(2, { refunded: 300 })))
  await rowOf('Poster 1')
  expect(screen.queryByText('Something is wrong')).toBeNull()
})

test('a long list goes on at its cursor', async () => {
  const { asked, user } = await open(() => ({
    ...list(purchase(asked?.length ?? 0)),
    next_cursor: 'next',
  }))
  await user.click(await screen.findByRole('button', { name: 'Load more' }))
  await waitFor(() =>
    expect(
      asked.filter(({ path }) => path === '/payments').map(({ query }) => query.get('cursor')),
    ).toEqual([null, 'next']),
  )
})

test('an empty list says what will stand there, and a failed one can be asked again', async () => {
  let answer: unknown = new Refusal(404, { error: 'Not just now.' })
  const { user } = await open(() => answer)
  expect(await screen.findByText('Not just now.')).toBeTruthy()
  answer = list()
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('No purchases yet')).toBeTruthy()
})

test('a guest sees the purchases of this browser and is offered to sign in', async () => {
  await serve({ 'GET /payments': () => list(purchase(1)) })
  document.cookie = `csrf_token=1-nonce.${sampleId(7)}.signed; Path=/`
  onTestFinished(() => forgetCookie('csrf_token'))
  renderPage('/profile?tab=purchases')
  expect(await screen.findByRole('heading', { level: 1, name: 'Your purchases' })).toBeTruthy()
  await rowOf('Poster 1')
  expect(location.pathname).toBe('/profile')
})

test('a guest sees the creations of this browser, and the ways to the rest', async () => {
  const visitor = `anon_${'a1'.repeat(12)}`
  localStorage.setItem('user_id', visitor)
  onTestFinished(() => {
    localStorage.removeItem('user_id')
    forgetCookie('csrf_token')
  })
  await serve({
    'GET /auth/me': () => new Refusal(401),
    [`GET /users/${visitor}/creations`]: () => ({ items: [sampleCreation(1)], next_cursor: null }),
  })
  document.cookie = `csrf_token=1-nonce.${sampleId(7)}.signed; Path=/`
  const { user } = renderPage('/profile?tab=creations')
  expect(await screen.findByRole('heading', { level: 1, name: 'Your creations' })).toBeTruthy()
  expect(await screen.findByRole('list', { name: 'Your creations' })).toBeTruthy()
  const tabs = within(screen.getByRole('tablist', { name: 'Yours' })).getAllByRole('tab')
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])).toEqual([
    ['Creations', 'true'],
    ['Collections', 'false'],
    ['Purchases', 'false'],
  ])
  await user.click(screen.getByRole('tab', { name: 'Purchases' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Your purchases' })).toBeTruthy()
  expect(location.search).toBe('?tab=purchases')
})

test('a browser that has made nothing asks the server for no creations', async () => {
  const asked = await serve({ 'GET /auth/me': () => new Refusal(401) })
  forgetCookie('csrf_token')
  renderPage('/profile?tab=creations')
  expect(await screen.findByText('No creations yet')).toBeTruthy()
  expect(asked.some(({ path }) => path.endsWith('/creations'))).toBe(false)
})

test('a browser that has never bought asks the server nothing', async () => {
  const asked = await serve({ 'GET /auth/me': () => new Refusal(401) })
  forgetCookie('csrf_token')
  renderPage('/profile?tab=purchases')
  expect(await screen.findByText('No purchases yet')).toBeTruthy()
  expect(asked.some(({ path }) => path === '/payments')).toBe(false)
})
