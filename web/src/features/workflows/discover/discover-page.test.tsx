import { onlineManager } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import {
  listAnswer,
  sampleCreation,
  sampleId,
  sampleMedia,
  sampleWorkflow,
} from '../../../../test/samples.ts'
import { Refusal, startApi } from '../../../../test/start-api.ts'
import { forgetCookie } from '../../../lib/browser.ts'

/** An intersection observer that a test triggers. */
let reach: (() => void) | undefined
beforeEach(() => {
  class Observer {
    constructor(
      callback: (entries: { isIntersecting: boolean }[]) => void,
      options: { rootMargin: string },
    ) {
      expect(options.rootMargin).toBe('100px')
      reach = () => callback([{ isIntersecting: true }])
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
})
afterEach(() => {
  vi.unstubAllGlobals()
  reach = undefined
})

test('loading shows 8 skeleton cards', async () => {
  await startApi({ 'GET /workflows': () => new Promise(() => undefined) })
  renderPage('/workflows')
  expect(await screen.findAllByTestId('workflow-skeleton')).toHaveLength(8)
})

test('a failure shows an error and a retry', async () => {
  let broken = true
  await startApi({
    'GET /workflows': () => (broken ? new Refusal(400, { error: 'It is broken' }) : listAnswer(1)),
  })
  const { user } = renderPage('/workflows')
  expect(await screen.findByRole('heading', { name: 'Failed to load workflows' })).toBeTruthy()
  expect(screen.getByText('It is broken')).toBeTruthy()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('link', { name: 'Recipe 100' })).toBeTruthy()
})

test('an empty catalogue invites to publish', async () => {
  await startApi({ 'GET /workflows': () => listAnswer(0) })
  renderPage('/workflows')
  expect(await screen.findByText('No workflows yet')).toBeTruthy()
  expect(screen.getByText('Be the first to create and share your AI workflow!')).toBeTruthy()
})

test('a search without results offers to clear the search', async () => {
  await startApi({
    'GET /workflows': ({ query }) => (query.has('q') ? listAnswer(0) : listAnswer(2)),
  })
  const { user } = renderPage('/workflows?q=zzz')
  expect(await screen.findByText('Nothing matches “zzz”')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show all recipes' }))
  await waitFor(() => expect(screen.queryByText(/^Nothing matches/)).toBeNull())
  expect(await screen.findAllByRole('article')).toHaveLength(2)
})

test('a category and a tag narrow the list, and the tag is taken away again', async () => {
  const asked = await startApi({ 'GET /workflows': () => listAnswer(2) })
  const { user } = renderPage('/workflows?tag=film-noir')
  expect(await screen.findByText('Tagged #film-noir')).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Pets')
  expect(location.search).toBe('?tag=film-noir&category=pets')
  await waitFor(() =>
    expect(Object.fromEntries(asked.at(-1)?.query ?? [])).toMatchObject({
      category: 'pets',
      tag: 'film-noir',
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(location.search).toBe('?category=pets')
})

test('the kinds are chips with pictures, of which a second press takes one away', async () => {
  const kinds = [{ category: 'pets', picture: '/media/pet.webp' }]
  const asked = await startApi({ 'GET /workflows': () => ({ ...listAnswer(2), kinds }) })
  const { user } = renderPage('/workflows')
  await screen.findAllByRole('article')
  const chips = within(screen.getByRole('list', { name: 'Kinds' }))
  expect(chips.getAllByRole('button')).toHaveLength(9)
  const pets = chips.getByRole('button', { name: 'Pets' })
  expect(pets.querySelector('img')?.getAttribute('src')).toBe('/media/pet.webp')
  expect(chips.getByRole('button', { name: 'Art' }).querySelector('img')).toBeNull()
  await user.click(pets)
  expect(location.search).toBe('?category=pets')
  expect(pets.getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(asked.at(-1)?.query.get('category')).toBe('pets'))
  await user.click(pets)
  expect(location.search).toBe('')
})

test('a search without results suggests popular searches, the categories and popular recipes', async () => {
  await startApi({
    'GET /workflows': ({ query }) =>
      query.get('q') === 'zzz'
        ? { ...listAnswer(0), popular_q: ['poster', 'wedding'] }
        : listAnswer(2),
  })
  const { user } = renderPage('/workflows?q=zzz')
  expect(await screen.findByRole('link', { name: 'wedding' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Pets' }).getAttribute('href')).toBe(
    '/workflows?category=pets',
  )
  const popular = await screen.findByRole('region', { name: 'Popular this week' })
  expect(within(popular).getAllByRole('article')).toHaveLength(2)
  await user.click(screen.getByRole('link', { name: 'poster' }))
  await waitFor(() => expect(screen.queryByText(/^Nothing matches/)).toBeNull())
  expect(await screen.findAllByRole('article')).toHaveLength(2)
  expect(location.search).toBe('?q=poster')
  expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('poster')
})

test('a misspelt search says what was searched for instead, and how many recipes that finds', async () => {
  await startApi({ 'GET /workflows': () => ({ ...listAnswer(2), corrected_q: 'poster' }) })
  renderPage('/workflows?q=pooster')
  expect(
    await screen.findByText('Nothing found for “pooster”. 2 recipes for “poster”'),
  ).toBeTruthy()
})

test('a card links to its creator and tells how often the recipe was remixed and kept', async () => {
  const [recipe] = listAnswer(1).workflows
  const used = { ...recipe, remix_count: 1203, kept: { kept: 41, of: 44 } }
  await startApi({ 'GET /workflows': () => ({ ...listAnswer(1), workflows: [used] }) })
  renderPage('/workflows')
  const card = within(await screen.findByRole('article'))
  expect(card.getByText('remixed 1,203 times')).toBeTruthy()
  expect(card.getByText('kept 41 of 44')).toBeTruthy()
  const creator = card.getByRole('link', { name: `@${recipe?.creator_handle}` })
  expect(creator.getAttribute('href')).toBe(`/@${recipe?.creator_handle}`)
})

test('pages of 12 load at the end of the list, until a shorter page', async () => {
  let release: (value: unknown) => void = () => undefined
  const asked = await startApi({
    'GET /workflows': ({ query }) =>
      query.get('page') === '1'
        ? listAnswer(12, 1, 15)
        : new Promise((resolve) => {
            release = () => resolve(listAnswer(3, 2, 15))
          }),
  })
  renderPage('/workflows')
  expect(await screen.findAllByRole('article')).toHaveLength(12)
  expect(screen.queryByText("You've seen all available workflows")).toBeNull()
  await waitFor(() => expect(reach).toBeTruthy())
  reach?.()
  expect(await screen.findByText('Loading more workflows...')).toBeTruthy()
  await waitFor(() => expect(asked.some(({ query }) => query.get('cursor') === '2')).toBe(true))
  release(undefined)
  expect(await screen.findByText("You've seen all available workflows")).toBeTruthy()
  expect(screen.getAllByRole('article')).toHaveLength(15)
  const lists = asked.filter(({ path }) => path === '/workflows')
  expect(Object.fromEntries(lists[0]?.query ?? [])).toEqual({
    page: '1',
    per_page: '12',
    sort_by: 'created_at',
    sort_order: 'DESC',
  })
})

test('without a scroll observer, a button loads more', async () => {
  vi.stubGlobal('IntersectionObserver', undefined)
  await startApi({
    'GET /workflows': ({ query }) =>
      query.get('page') === '1' ? listAnswer(12, 1, 13) : listAnswer(1, 2, 13),
  })
  const { user } = renderPage('/workflows')
  await user.click(await screen.findByRole('button', { name: 'Load More Workflows' }))
  expect(await screen.findByText("You've seen all available workflows")).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Load More Workflows' })).toBeNull()
})

test('the search follows typing and is in the URL', async () => {
  await startApi({ 'GET /workflows': ({ query }) => listAnswer(query.get('q') === 'ink' ? 1 : 3) })
  const { user } = renderPage('/workflows')
  expect(await screen.findAllByRole('article')).toHaveLength(3)
  await user.type(screen.getByRole('searchbox'), 'ink')
  await waitFor(() => expect(location.search).toBe('?q=ink'))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Price' }), 'free')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'popular')
  expect(location.search).toBe('?q=ink&price=free&sort=popular')
})

test('a card shows name, price, handle, time, output type and Remix, and opens the recipe’s page', async () => {
  await startApi({
    'GET /workflows': () => ({
      ...listAnswer(0),
      workflows: [
        sampleWorkflow(1, {
          name: 'Riso',
          created_at: new Date().toISOString(),
          output_type: 'image',
        }),
        sampleWorkflow(2, {
          name: 'Loop',
          sample: sampleMedia({ kind: 'video', url: '/media/loop.mp4' }),
          output_type: 'mp4',
        }),
        sampleWorkflow(3, { name: 'Bare', sample: null, output_type: '' }),
      ],
    }),
  })
  const { container } = renderPage('/workflows')
  const [riso, loop, bare] = await screen.findAllByRole('article')
  for (const text of ['Riso', '$3.00', '@mara', '~2m 5s', 'IMAGE', 'New', 'Remix'])
    expect(riso?.textContent).toContain(text)
  expect(loop?.textContent).not.toContain('New')
  expect(loop?.textContent).toContain('MP4')
  expect(loop?.querySelector('video')?.getAttribute('src')).toBe('/media/loop.mp4')
  expect(bare?.textContent).toContain('No sample yet')
  expect(bare?.textContent).toContain('UNKNOWN')
  expect(screen.getByRole('link', { name: 'Riso' }).getAttribute('href')).toMatch(
    /^\/workflows\/[\w-]+$/,
  )
  expect(screen.getByRole('link', { name: 'Remix Riso' }).getAttribute('href')).toMatch(/\/remix$/)
  container.querySelector('img')?.dispatchEvent(new Event('error'))
  await waitFor(() => expect(riso?.textContent).toContain('Preview unavailable'))
})

/** Discover with one recipe, whose sample is a film. */
async function renderFilm(over: Parameters<typeof sampleMedia>[0] = {}): Promise<HTMLElement> {
  const film = sampleMedia({ kind: 'video', url: '/media/loop.mp4', ...over })
  await startApi({
    'GET /workflows': () => ({
      ...listAnswer(0),
      workflows: [sampleWorkflow(1, { sample: film, output_type: 'mp4' })],
    }),
  })
  renderPage('/workflows')
  return screen.findByRole('article')
}

test.each([
  ['a mouse plays', 'mouse', false, true],
  ['a finger does not play', 'touch', false, false],
  ['a mouse with reduced motion does not play', 'mouse', true, false],
])('a film under %s', async (_, pointerType, wantsStillness, plays) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: wantsStillness && query.includes('reduced-motion'),
  }))
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  const card = await renderFilm()
  fireEvent.pointerEnter(card, { pointerType })
  expect(play).toHaveBeenCalledTimes(plays ? 1 : 0)
  fireEvent.pointerLeave(card, { pointerType })
  expect(pause).toHaveBeenCalledTimes(plays ? 1 : 0)
  vi.restoreAllMocks()
})

test('a film whose poster cannot be loaded shows Preview unavailable', async () => {
  const card = await renderFilm()
  fireEvent.error(card.querySelector('img') as HTMLImageElement)
  expect(card.textContent).toContain('Preview unavailable')
})

test('a film without a poster that cannot be loaded is labelled like a picture', async () => {
  const card = await renderFilm({ preview_url: null })
  fireEvent.error(card.querySelector('video') as HTMLVideoElement)
  expect(card.textContent).toContain('Preview unavailable')
})

test('Discover shows an error at once without a connection, and retries when the connection is back', async () => {
  await startApi({ 'GET /workflows': () => listAnswer(1) })
  const cut = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Load failed'))
  onTestFinished(() => {
    cut.mockRestore()
    onlineManager.setOnline(true)
  })
  onlineManager.setOnline(false)
  renderPage('/workflows')
  expect(await screen.findByText('Failed to load workflows')).toBeTruthy()
  expect(screen.getByText('The server could not be reached. Check your connection.')).toBeTruthy()
  cut.mockRestore()
  onlineManager.setOnline(true)
  expect(await screen.findByRole('article')).toBeTruthy()
})

test('a signed-out visitor with creations sees them, with an offer to sign in and the proof that waits', async () => {
  const id = `anon_${'a'.repeat(24)}`
  await startApi({
    'GET /workflows': () => listAnswer(1),
    [`GET /users/${id}/creations`]: () => ({
      items: [
        { ...sampleCreation(2), workflow_name: 'Pulp', proof_until: '2026-11-03T16:05:00Z' },
        { ...sampleCreation(1), workflow_name: 'Riso', proof_until: '2026-11-03T14:05:00Z' },
      ],
      next_cursor: null,
    }),
  })
  // The server knows this visitor: its cookie names one.
  localStorage.setItem('user_id', id)
  document.cookie = `csrf_token=1-nonce.${sampleId(7)}.signed; Path=/`
  onTestFinished(() => forgetCookie('csrf_token'))
  renderPage('/workflows')
  expect(await screen.findByRole('heading', { name: 'Your creations' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Your creation with Riso' })).toBeTruthy()
  // The one whose time ends first.
  const waiting = screen.getByRole('link', { name: /^Your proof waits until Nov 3, / })
  expect(waiting.getAttribute('href')).toBe(`/creations/${sampleCreation(1).id}`)
})
