import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleCreation, sampleMedia } from '../../../../test/samples.ts'
import { Refusal, startApi } from '../../../../test/start-api.ts'

// Without an observer a button loads more.
beforeEach(() => vi.stubGlobal('IntersectionObserver', undefined))
afterEach(() => vi.unstubAllGlobals())

const entries = () =>
  within(screen.getByRole('list', { name: 'Creations' })).getAllByRole('listitem')

const made = (n: number, over: object = {}) => ({
  ...sampleCreation(n),
  workflow_name: `Recipe ${n}`,
  ...over,
})

test('shows pictures in their own shapes, and goes on after the cursor', async () => {
  const wide = { media: sampleMedia({ width: 1500, height: 1000 }) }
  const film = { video: '/media/a.mp4', media: sampleMedia({ width: 100, height: 900 }) }
  const asked = await startApi({
    'GET /creations': ({ query }) =>
      query.has('cursor')
        ? { creations: [made(3)], next_cursor: null }
        : { creations: [made(1, wide), made(2, film)], next_cursor: 'next' },
  })
  const { user } = renderPage('/creations')
  const first = await screen.findByRole('link', { name: /^Recipe 1\s*@guest-abcdef/ })
  expect(first.getAttribute('href')).toBe(`/creations/${sampleCreation(1).id}`)
  expect(screen.getByRole('link', { name: /^Recipe 2\s*, a film/ })).toBeTruthy()
  const shapes = entries().map((item) => Number(item.style.flexGrow))
  expect(shapes).toEqual([1.5, 0.5])
  await user.click(screen.getByRole('button', { name: 'Load more creations' }))
  await waitFor(() => expect(entries()).toHaveLength(3))
  expect(screen.queryByRole('button', { name: 'Load more creations' })).toBeNull()
  expect(asked.at(-1)?.query.get('cursor')).toBe('next')
})

test('an empty wall leads to the recipes', async () => {
  await startApi({ 'GET /creations': () => ({ creations: [], next_cursor: null }) })
  renderPage('/creations')
  expect(await screen.findByText('Nothing is public yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Discover recipes' })).toBeTruthy()
})

test('a failure is told, and tried again', async () => {
  let broken = true
  await startApi({
    'GET /creations': () =>
      broken
        ? new Refusal(400, { error: 'It is broken' })
        : { creations: [made(1)], next_cursor: null },
  })
  const { user } = renderPage('/creations')
  expect(await screen.findByText('It is broken')).toBeTruthy()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('link', { name: /^Recipe 1/ })).toBeTruthy()
})
