import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleId, sampleMedia } from '../../../test/samples.ts'
import { Refusal, startApi } from '../../../test/start-api.ts'

test('only the button of a letter’s link takes the creation, and then opens it', async () => {
  const asked = await startApi({
    'POST /creations/claim': () => ({ creation_id: sampleId(3) }),
  })
  const { user } = renderPage('/claim#a-token')
  const button = await screen.findByRole('button', { name: 'Open the creation here' })
  expect(asked.some(({ path }) => path === '/creations/claim')).toBe(false)
  await user.click(button)
  await waitFor(() => expect(location.pathname).toBe(`/creations/${sampleId(3)}`))
  const body = asked.find(({ path }) => path === '/creations/claim')?.body ?? ''
  expect(JSON.parse(body)).toEqual({ token: 'a-token' })
})

test('a link that was used before says so', async () => {
  await startApi({
    'POST /creations/claim': () => new Refusal(404, { error: 'This link was used before.' }),
  })
  const { user } = renderPage('/claim#a-token')
  await user.click(await screen.findByRole('button', { name: 'Open the creation here' }))
  expect((await screen.findByRole('alert')).textContent).toBe('This link was used before.')
})

test('a receipt’s link that is too old says so', async () => {
  await startApi({ 'POST /receipts': () => new Refusal(404, { error: 'Older than 180 days.' }) })
  renderPage('/receipt#a-token')
  expect(await screen.findByText('Older than 180 days.')).toBeTruthy()
})

const uncharged = {
  id: sampleId(5),
  state: 'released',
  amount: 300,
  currency: 'usd',
  workflow_id: sampleId(1),
  workflow_version: 1,
  workflow_name: 'Poster',
  license: 'personal',
  created_at: '2026-11-20T06:00:00.000Z',
  expires_at: null,
  authorized_at: '2026-11-20T06:00:00.000Z',
  captured_at: null,
  ended_at: '2026-11-21T06:00:00.000Z',
  reference: 'pi_123',
  refunded: 0,
  disputed: 0,
  lost: 0,
  tax: 0,
  tax_name: 'tax',
  creator_share: 210,
  platform_share: 90,
  creator_share_percent: 70,
  refunds: [],
  next: 'The authorisation was released.',
  test_mode: false,
}

test('the receipt of what was not charged names sum, number and reference, and divides nothing', async () => {
  await startApi({
    [`GET /payments/${sampleId(5)}`]: () => ({
      receipt: uncharged,
      creation_id: null,
      media: null,
      link: 'https://vignette.test/receipt#token',
    }),
  })
  renderPage(`/receipts/${sampleId(5)}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Nothing was charged' })).toBeTruthy()
  const paper = screen.getByRole('region', { name: 'Receipt' }).textContent
  for (const part of ['$3.00', 'Charged to you$0.00', sampleId(5), 'pi_123']) {
    expect(paper).toContain(part)
  }
  expect(paper).not.toContain('To the creator')
  expect(screen.getByText('https://vignette.test/receipt#token')).toBeTruthy()
})

test('the receipt of one’s own purchase shows the creation, which stays off paper', async () => {
  await startApi({
    [`GET /payments/${sampleId(5)}`]: () => ({
      receipt: { ...uncharged, state: 'captured', ended_at: null },
      creation_id: sampleId(6),
      media: sampleMedia({ preview_url: '/media/mine-preview.webp' }),
      link: null,
    }),
  })
  renderPage(`/receipts/${sampleId(5)}`)
  await screen.findByRole('region', { name: 'Receipt' })
  const picture = document.querySelector('img[src="/media/mine-preview.webp"]')
  expect(picture?.closest('.on-screen')).toBeTruthy()
  // Else a print might be what asks for it.
  expect(picture?.getAttribute('loading')).toBe('eager')
})

test('the receipt of another buyer is shown as not found', async () => {
  await startApi({ [`GET /payments/${sampleId(5)}`]: () => new Refusal(404, { error: 'none' }) })
  renderPage(`/receipts/${sampleId(5)}`)
  expect(await screen.findByText(/not among the purchases of this account or browser/)).toBeTruthy()
})
