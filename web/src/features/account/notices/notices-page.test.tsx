import { screen, waitFor } from '@testing-library/react'
import type { NoticeView } from '@vignette/contract/notices.ts'
import { describe, expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleId, sampleMedia, sampleUser, sampleWorkflow } from '../../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../../test/start-api.ts'

const notice = (n: number, over: Partial<NoticeView> = {}): NoticeView => ({
  id: sampleId(n),
  kind: 'receipt',
  title: `Receipt ${n}`,
  body: ['$3.00 was charged.'],
  link: { path: '/creations/1', label: 'Open the creation' },
  picture: null,
  over: false,
  read: true,
  created_at: '2026-11-20T12:00:00Z',
  ...over,
})

const counts = { creations: 0, workflows: 0, unread_notices: 2 }

function serve(more: Record<string, Answerer>) {
  return startApi({
    'GET /auth/me': () => sampleUser({ counts }),
    'POST /notices/read': () => ({ ok: true }),
    ...more,
  })
}

describe('the notices', () => {
  test('are listed with what is new, and count as read once shown', async () => {
    const asked = await serve({
      'GET /notices': () => ({
        notices: [notice(2, { read: false }), notice(1)],
        next_cursor: null,
      }),
    })
    renderPage('/notices')
    expect(await screen.findByRole('heading', { name: 'New: Receipt 2' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Receipt 1' })).toBeTruthy()
    await waitFor(() =>
      expect(asked.filter(({ path }) => path === '/notices/read')).toHaveLength(1),
    )
    expect(JSON.parse(asked.find(({ path }) => path === '/notices/read')?.body ?? '')).toEqual({
      until: sampleId(2),
    })
    expect(await screen.findAllByRole('link', { name: 'Notices' })).not.toHaveLength(0)
  })

  test('a proof that waits no longer keeps its one line and its picture', async () => {
    const proof = { kind: 'proof_ready', title: 'Your proof is ready', body: ['Keep it or not.'] }
    await serve({
      'GET /notices': () => ({
        notices: [notice(2, { ...proof, over: true, picture: sampleMedia() }), notice(1)],
        next_cursor: null,
      }),
    })
    renderPage('/notices')
    const item = (await screen.findByRole('heading', { name: 'Your proof is ready' })).closest('li')
    expect(item?.textContent).toContain('No longer waiting')
    expect(item?.textContent).not.toContain('Keep it or not.')
    expect(item?.querySelector('img')).toBeTruthy()
    expect(screen.getByText('$3.00 was charged.')).toBeTruthy()
  })

  test('go on by their cursor', async () => {
    await serve({
      'GET /notices': ({ query }) =>
        query.get('cursor') === 'next'
          ? { notices: [notice(1)], next_cursor: null }
          : { notices: [notice(2)], next_cursor: 'next' },
    })
    const { user } = renderPage('/notices')
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByRole('heading', { name: 'Receipt 1' })).toBeTruthy()
  })

  test('say where there are no notices, and offer another try where the notices do not load', async () => {
    let works = false
    await serve({
      'GET /notices': () =>
        works ? { notices: [], next_cursor: null } : new Refusal(400, { error: 'Not just now' }),
    })
    const { user } = renderPage('/notices')
    const again = await screen.findByRole('button', { name: 'Try Again' })
    expect(again.closest('[role=alert]')?.textContent).toContain('Not just now')
    works = true
    await user.click(again)
    expect(await screen.findByRole('heading', { name: 'Nothing yet' })).toBeTruthy()
  })

  test('send a signed-out visitor to the landing page', async () => {
    await startApi({ 'GET /auth/me': () => new Refusal(401) })
    renderPage('/notices')
    await waitFor(() => expect(location.pathname).toBe('/'))
  })
})

test('the bell tells how many notices are unread', async () => {
  await serve({ 'GET /notices': () => ({ notices: [], next_cursor: null }) })
  renderPage('/terms')
  expect(await screen.findByRole('link', { name: 'Notices, 2 unread' })).toBeTruthy()
})

describe('unsubscribing', () => {
  test('happens only when the button is pressed', async () => {
    const asked = await startApi({
      'POST /letters/unsubscribe': () => ({ letters: 'Sales of your recipes' }),
    })
    const { user } = renderPage('/unsubscribe?token=abc')
    const button = await screen.findByRole('button', { name: 'Stop these letters' })
    expect(asked.some(({ path }) => path === '/letters/unsubscribe')).toBe(false)
    await user.click(button)
    expect(await screen.findByRole('heading', { name: 'Unsubscribed' })).toBeTruthy()
  })

  test('says why a link did not work', async () => {
    await startApi({
      'POST /letters/unsubscribe': () => new Refusal(404, { error: 'This link is not whole.' }),
    })
    const { user } = renderPage('/unsubscribe')
    await user.click(await screen.findByRole('button', { name: 'Stop these letters' }))
    expect((await screen.findByRole('alert')).textContent).toBe('This link is not whole.')
  })
})

test('Following lists new recipes and the creators that the reader follows', async () => {
  await startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /follows': () => ({
      follows: [{ id: sampleId(9), handle: 'mara', since: '2026-11-02T10:00:00Z' }],
      next_cursor: null,
    }),
    'GET /follows/workflows': () => ({ workflows: [sampleWorkflow(1)], next_cursor: null }),
  })
  renderPage('/notices?of=following')
  expect(await screen.findByRole('link', { name: 'Recipe 1' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '@mara' }).getAttribute('href')).toBe('/@mara')
  expect(screen.getByRole('link', { name: 'Following' }).getAttribute('aria-current')).toBe('page')
})

test('Following tells how to begin', async () => {
  const none = { next_cursor: null }
  await startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /follows': () => ({ ...none, follows: [] }),
    'GET /follows/workflows': () => ({ ...none, workflows: [] }),
  })
  renderPage('/notices?of=following')
  expect(await screen.findByRole('heading', { name: 'You follow no creator yet' })).toBeTruthy()
})
