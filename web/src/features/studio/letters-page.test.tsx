import { screen, waitFor, within } from '@testing-library/react'
import type { SentLetter } from '@vignette/contract/creator-letters.ts'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleId, sampleUser } from '../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../test/start-api.ts'

const own = { needs: null, readers: 3, left: 2, next_at: null, letters: [] as SentLetter[] }

function serve(more: Record<string, Answerer> = {}) {
  return startApi({
    'GET /auth/me': () => sampleUser({ username: 'mara' }),
    'GET /users/me/storefront': () => ({
      handle: 'mara',
      recipes: [{ id: sampleId(1), name: 'Two inks', sample: null }],
    }),
    'GET /studio/letters': () => own,
    ...more,
  })
}

test('a letter is shown before it is sent, and goes once under one key', async () => {
  let tries = 0
  const asked = await serve({
    'POST /studio/letters': () => {
      tries += 1
      if (tries === 1) return new Refusal(503, { error: 'The server is busy.' })
      return { id: sampleId(5) }
    },
  })
  const { user } = renderPage('/studio/letters')
  await user.type(await screen.findByLabelText('Subject'), 'New posters')
  await user.type(screen.getByLabelText('Letter'), 'Hello.')
  await user.selectOptions(screen.getByLabelText('Recipe'), 'Two inks')
  await user.click(screen.getByRole('button', { name: 'Look at the letter' }))
  const dialog = await screen.findByRole('dialog', {
    name: 'Send this letter to 3 people at most?',
  })
  expect(within(dialog).getByText('Open “Two inks”')).toBeTruthy()
  expect(tries).toBe(0)
  await user.click(within(dialog).getByRole('button', { name: 'Send letter' }))
  expect(await within(dialog).findByText('The server is busy.')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Send letter' }))
  expect(await screen.findByText('Your letter is on its way')).toBeTruthy()
  const sent = asked.filter(({ method }) => method === 'POST' && tries > 0)
  const posts = sent.filter(({ path }) => path === '/studio/letters')
  expect(new Set(posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(JSON.parse(posts[0]?.body ?? '')).toEqual({
    subject: 'New posters',
    body: 'Hello.',
    workflow_id: sampleId(1),
  })
})

test('an address in a letter is refused at its field, before it is shown', async () => {
  await serve()
  const { user } = renderPage('/studio/letters')
  await user.type(await screen.findByLabelText('Subject'), 'See www.evil.example')
  await user.click(screen.getByRole('button', { name: 'Look at the letter' }))
  expect(await screen.findByText(/“www.evil.example” reads as one/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('without a letter left, or without a username, no form stands there', async () => {
  await serve({
    'GET /studio/letters': () => ({ ...own, left: 0, next_at: '2026-12-20T12:00:00Z' }),
  })
  renderPage('/studio/letters')
  expect(await screen.findByText(/You have sent 2 letters within 30 days/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByLabelText('Subject')).toBeNull())
})
