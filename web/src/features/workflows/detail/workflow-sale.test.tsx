import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleUser, sampleWorkflow } from '../../../../test/samples.ts'
import { startApi } from '../../../../test/start-api.ts'
import { id, serveWorkflow } from './test-support/serve-workflow.ts'

test('a buyer of a withdrawn recipe sees a notice, and no other creations', async () => {
  const asked = await startApi({
    [`GET /workflows/${id}`]: () => sampleWorkflow(1, { withdrawn: true }),
  })
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText('No longer on the market')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Start Remix/ })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: /^Recent Creations/ })).toBeNull()
  expect(asked.some(({ path }) => path.endsWith('/creations'))).toBe(false)
})

test('a buyer reads of an authorisation that no run has used, and continues with it', async () => {
  const next = '$3.00 is authorised and not charged.'
  await startApi({
    'GET /auth/me': () => sampleUser(),
    [`GET /workflows/${id}`]: () => sampleWorkflow(1),
    'GET /payment/open': ({ query }) => ({
      payment: query.get('workflow_id') === id ? { id: 'p1', next } : null,
    }),
  })
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText(next)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Continue or release' }).getAttribute('href')).toBe(
    `/workflows/${id}/remix`,
  )
})

test('a browser that has bought nothing asks for no payment', async () => {
  const asked = await serveWorkflow()
  renderPage(`/workflows/${id}`)
  await screen.findByText('No creations yet')
  expect(asked.some(({ path }) => path === '/payment/open')).toBe(false)
})

test('the page of a paused recipe says Back soon and starts no run, but leads a paid buyer on', async () => {
  await startApi({ [`GET /workflows/${id}`]: () => sampleWorkflow(1, { paused: true }) })
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText('Back soon')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Start/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'I have paid already' }).getAttribute('href')).toBe(
    `/workflows/${id}/remix`,
  )
})

test('the page of a failing recipe says once why no run starts, and has no link to start one', async () => {
  const why = 'Its last remixes failed, so no new remix starts until one works again.'
  await startApi({
    [`GET /workflows/${id}`]: () =>
      sampleWorkflow(1, { paused: true, failing: true, not_for_sale: why }),
  })
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText(new RegExp(why))).toBeTruthy()
  expect(within(screen.getByRole('main')).getAllByText(/failed/)).toHaveLength(1)
  expect(screen.queryByText('This recipe cannot be bought now')).toBeNull()
  expect(screen.queryByRole('link', { name: /^Start/ })).toBeNull()
})
