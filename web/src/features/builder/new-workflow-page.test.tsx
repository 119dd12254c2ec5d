import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleId, sampleUser } from '../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../test/start-api.ts'
import { DRAFT, LOCAL, sampleCheck, sampleDraft } from './test-support/open-builder.ts'
import { writeBlank } from './write-blank.ts'

function serve(more: Record<string, Answerer> = {}) {
  return startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /providers': () => ({ providers: [LOCAL] }),
    'GET /drafts': () => ({ drafts: [], next_cursor: null }),
    'POST /drafts': ({ body }) => sampleDraft((JSON.parse(body) as { text: string }).text),
    'POST /workflows/check': () => sampleCheck(),
    ...more,
  })
}

const textsSent = (asked: Awaited<ReturnType<typeof serve>>) =>
  asked
    .filter(({ method, path }) => method === 'POST' && path === '/drafts')
    .map(({ body }) => JSON.parse(body) as { text: string; workflow_id?: string })

test('a blank recipe begins as a draft of the server', async () => {
  const asked = await serve()
  const { user } = renderPage('/studio/recipes/new')
  await user.click(await screen.findByRole('button', { name: /^A blank recipe/ }))
  await waitFor(() => expect(location.pathname).toBe(`/studio/drafts/${DRAFT}`))
  expect(await screen.findByRole('heading', { level: 1, name: 'Untitled recipe' })).toBeTruthy()
  expect(textsSent(asked)).toEqual([{ text: writeBlank() }])
})

test('a recipe can begin with an example or a file', async () => {
  const asked = await serve()
  const { user } = renderPage('/studio/recipes/new')
  const file = new File(['{"name": "Mine"}'], 'mine.json', { type: 'application/json' })
  await user.upload(await screen.findByLabelText('Recipe file'), file)
  expect(await screen.findByRole('heading', { level: 1, name: 'Mine' })).toBeTruthy()
  expect(textsSent(asked)).toEqual([{ text: '{"name": "Mine"}' }])
})

test('a beginning that failed says why, and the same one tried again makes one draft', async () => {
  let isFull = true
  const asked = await serve({
    'POST /drafts': ({ body }) =>
      isFull
        ? new Refusal(403, { error: 'You have 100 drafts.' })
        : sampleDraft((JSON.parse(body) as { text: string }).text),
  })
  const { user } = renderPage('/studio/recipes/new')
  const blank = await screen.findByRole('button', { name: /^A blank recipe/ })
  await user.click(blank)
  expect(await screen.findByText('You have 100 drafts.')).toBeTruthy()
  isFull = false
  await user.click(blank)
  await screen.findByRole('heading', { level: 1, name: 'Untitled recipe' })
  const keys = asked
    .filter(({ method, path }) => method === 'POST' && path === '/drafts')
    .map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('a published recipe opens as its draft, with the live version as text', async () => {
  const id = sampleId(3)
  const asked = await serve({
    [`GET /workflows/${id}/source`]: () => ({ name: 'Live', steps: [] }),
    [`GET /workflows/${id}`]: () => new Refusal(404),
  })
  renderPage(`/studio/recipes/new?recipe=${id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Live' })).toBeTruthy()
  expect(textsSent(asked)).toMatchObject([{ workflow_id: id }])
})

test('drafts that wait can be opened, and deleted after a question', async () => {
  const { text: _, ...listed } = sampleDraft('{}')
  let drafts = [listed]
  const asked = await serve({
    'GET /drafts': () => ({ drafts, next_cursor: null }),
    [`DELETE /drafts/${DRAFT}`]: () => {
      drafts = []
      return {}
    },
  })
  const { user } = renderPage('/studio/recipes/new')
  const edit = await screen.findByRole('link', { name: 'Edit Untitled recipe' })
  expect(edit.getAttribute('href')).toBe(`/studio/drafts/${DRAFT}`)
  await user.click(screen.getByRole('button', { name: 'Delete the draft Untitled recipe' }))
  await user.click(await screen.findByRole('button', { name: 'Delete the draft' }))
  await waitFor(() => expect(screen.queryByText('Your drafts')).toBeNull())
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})
