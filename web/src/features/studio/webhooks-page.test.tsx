import { screen, waitFor, within } from '@testing-library/react'
import type { WebhookDeliveryView, WebhookView } from '@vignette/contract/webhooks.ts'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleId, sampleUser } from '../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../test/start-api.ts'

const ID = sampleId(1)
const SECRET = `whsec_${'A'.repeat(43)}=`

const webhook = (change: Partial<WebhookView> = {}): WebhookView => ({
  id: ID,
  url: 'https://example.com/hook',
  events: ['creation.completed', 'payment.captured'],
  state: 'on',
  created_at: '2026-11-28T08:00:00Z',
  failing_since: null,
  next_at: null,
  waiting: 0,
  old_secret_until: null,
  ...change,
})

const delivery = (change: Partial<WebhookDeliveryView> = {}): WebhookDeliveryView => ({
  id: sampleId(2),
  type: 'creation.completed',
  state: 'failed',
  attempts: 14,
  created_at: '2026-11-25T08:00:00Z',
  sent_at: '2026-11-28T08:00:00Z',
  took_ms: 1234,
  status: 500,
  answer: 'no room <b>here</b>',
  error: null,
  ...change,
})

function serve(more: Record<string, Answerer> = {}) {
  return startApi({
    'GET /auth/me': () => sampleUser({ username: 'mara' }),
    'GET /webhooks': () => ({ items: [webhook()], next_cursor: null }),
    ...more,
  })
}

test('a webhook is added for what was ticked, and its secret is shown once', async () => {
  let made = false
  const asked = await serve({
    'GET /webhooks': () => ({ items: made ? [webhook()] : [], next_cursor: null }),
    'POST /webhooks': () => {
      made = true
      return { ...webhook(), secret: SECRET }
    },
  })
  const { user } = renderPage('/studio/webhooks')
  await user.click(await screen.findByRole('button', { name: 'Add webhook' }))
  expect(await screen.findByText(/Please write an address/)).toBeTruthy()
  await user.type(screen.getByLabelText('Address'), 'https://example.com/hook')
  await user.click(screen.getByLabelText('A remix of yours failed'))
  await user.click(screen.getByLabelText('You were charged, or sold a remix'))
  await user.click(screen.getByRole('button', { name: 'Add webhook' }))
  expect(await screen.findByText(SECRET)).toBeTruthy()
  expect(
    await screen.findByText('Copy the signing secret now. It is not shown again.'),
  ).toBeTruthy()
  const [sent] = asked.filter(({ method }) => method === 'POST')
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    url: 'https://example.com/hook',
    events: ['creation.completed', 'payment.captured'],
  })
  expect(await screen.findByRole('heading', { name: 'https://example.com/hook' })).toBeTruthy()
})

test('an address that the server refuses is refused at its field', async () => {
  const message = 'cannot be called: not on the public internet'
  await serve({
    'POST /webhooks': () =>
      new Refusal(400, {
        error: `url ${message}`,
        code: 'validation_failed',
        details: [{ path: 'url', message }],
      }),
  })
  const { user } = renderPage('/studio/webhooks')
  await user.type(await screen.findByLabelText('Address'), 'https://10.0.0.1/')
  await user.click(screen.getByRole('button', { name: 'Add webhook' }))
  expect(await screen.findByText(new RegExp(message))).toBeTruthy()
  expect(screen.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true')
})

test('deliveries show what was answered, and one is sent again', async () => {
  const asked = await serve({
    [`GET /webhooks/${ID}/deliveries`]: () => ({
      next_cursor: null,
      items: [
        delivery(),
        delivery({
          id: sampleId(3),
          status: null,
          answer: null,
          error: 'No machine has this name.',
        }),
      ],
    }),
    [`POST /webhooks/${ID}/deliveries/${sampleId(2)}/send`]: () => delivery({ state: 'waiting' }),
  })
  const { user } = renderPage('/studio/webhooks')
  await user.click(await screen.findByRole('button', { name: 'Deliveries' }))
  const list = await screen.findByRole('list', { name: 'Deliveries, the newest first' })
  expect(within(list).getByText('Answer 500 in 1,234 ms. 14 attempts.')).toBeTruthy()
  expect(within(list).getByText('No machine has this name. 14 attempts.')).toBeTruthy()
  expect(within(list).getByText('no room <b>here</b>')).toBeTruthy()
  const [again] = within(list).getAllByRole('button', { name: /^Send again: creation.completed/ })
  await user.click(again!)
  await waitFor(() =>
    expect(
      asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/send')),
    ).toHaveLength(1),
  )
})

test('one that is paused, failing or gone says so, and is resumed', async () => {
  let state: WebhookView['state'] = 'gone'
  const asked = await serve({
    'GET /webhooks': () => ({
      next_cursor: null,
      items: [
        webhook({ state }),
        webhook({
          id: sampleId(4),
          url: 'https://example.com/other',
          failing_since: '2026-11-28T07:00:00Z',
          next_at: '2026-11-28T09:00:00Z',
          waiting: 2,
        }),
      ],
    }),
    [`PATCH /webhooks/${ID}`]: () => {
      state = 'on'
      return webhook()
    },
  })
  const { user } = renderPage('/studio/webhooks')
  const gone = await screen.findByRole('listitem', { name: 'https://example.com/hook' })
  expect(within(gone).getByText(/answered 410/)).toBeTruthy()
  expect(within(gone).getByRole('button', { name: 'Send a test' })).toHaveProperty('disabled', true)
  const other = screen.getByRole('listitem', { name: 'https://example.com/other' })
  expect(within(other).getByText(/Not taken since .* 2 wait\. The next try is at/)).toBeTruthy()
  await user.click(within(gone).getByRole('button', { name: 'Resume' }))
  expect(await within(gone).findByRole('button', { name: 'Pause' })).toBeTruthy()
  const [patched] = asked.filter(({ method }) => method === 'PATCH')
  expect(JSON.parse(patched?.body ?? '')).toEqual({ state: 'on' })
})

test('deleting asks first, and a new secret says how long the old one signs', async () => {
  let left = true
  await serve({
    'GET /webhooks': () => ({ items: left ? [webhook()] : [], next_cursor: null }),
    [`POST /webhooks/${ID}/rotate`]: () => ({ ...webhook(), secret: SECRET }),
    [`DELETE /webhooks/${ID}`]: () => {
      left = false
      return { ok: true }
    },
  })
  const { user } = renderPage('/studio/webhooks')
  await user.click(await screen.findByRole('button', { name: 'New secret' }))
  const rotates = await screen.findByRole('dialog', { name: 'Make a new secret?' })
  expect(within(rotates).getByText(/Both secrets sign for 24 hours/)).toBeTruthy()
  await user.click(within(rotates).getByRole('button', { name: 'Make a new secret' }))
  expect(await screen.findByText(SECRET)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete this webhook?' })
  expect(left).toBe(true)
  await user.click(within(dialog).getByRole('button', { name: 'Delete webhook' }))
  expect(await screen.findByText('Webhook deleted')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Your webhooks' })).toBeNull())
})
