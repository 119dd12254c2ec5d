import { screen, waitFor, within } from '@testing-library/react'
import type { StorefrontView } from '@vignette/contract/storefronts.ts'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import {
  sampleCreation,
  sampleId,
  sampleStorefront,
  sampleUser,
  sampleWorkflow,
} from '../../../test/samples.ts'
import { Refusal, startApi } from '../../../test/start-api.ts'

test('a storefront shows its lines, links, featured recipe, recipes and creations', async () => {
  await startApi({
    'GET /storefronts/mara': () =>
      sampleStorefront({
        lines: ['Posters of the north.', 'Since 2019.'],
        links: [{ label: 'My shop', url: 'https://www.example.com/shop' }],
        remixes: 1203,
        featured: sampleWorkflow(3),
        recipes_total: 60,
        made_with: [{ ...sampleCreation(1), author_handle: 'finn', workflow_name: 'Recipe 1' }],
        made_by: [{ ...sampleCreation(2), workflow_name: 'Somebody’s recipe' }],
      }),
  })
  renderPage('/@mara')
  expect(await screen.findByRole('heading', { level: 1, name: '@mara' })).toBeTruthy()
  expect(screen.getByText('Posters of the north.')).toBeTruthy()
  expect(screen.getByText('60 recipes · 1,203 remixes')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'My shop example.com' })
  expect(link.getAttribute('href')).toBe('https://www.example.com/shop')
  expect(link.getAttribute('rel')).toBe('nofollow ugc noopener')
  expect(screen.getByRole('link', { name: 'Recipe 3' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'More recipes' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All 60 recipes' }).getAttribute('href')).toBe(
    '/workflows?creator=mara',
  )
  expect(
    within(screen.getByRole('list', { name: 'Made with these recipes' })).getByText('@finn'),
  ).toBeTruthy()
  expect(
    within(screen.getByRole('list', { name: 'Made by @mara' })).getByText('Somebody’s recipe'),
  ).toBeTruthy()
  // The page names its creator once.
  expect(screen.queryByRole('link', { name: '@mara' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
})

test('a storefront shows the launch price of a recipe, and “Back soon” where a recipe fails', async () => {
  const launch = { price: 150, until: '2026-12-01', lowest_30d: 300, words: '' }
  const page = (featured: StorefrontView['featured']) =>
    sampleStorefront({ featured, recipes: [sampleWorkflow(1, { launch })] })
  await startApi({ 'GET /storefronts/mara': () => page(sampleWorkflow(3, { launch })) })
  const { unmount } = renderPage('/@mara')
  expect(await screen.findByRole('link', { name: 'Start Remix' })).toBeTruthy()
  expect(screen.getAllByText('$1.50')).toHaveLength(2)
  expect(
    screen.getByRole('link', { name: /^Sample of Recipe 1 AI-made Recipe 1 \$1\.50$/ }),
  ).toBeTruthy()
  // A toast of an earlier file may still stand beside the page.
  expect(within(screen.getByRole('main')).queryByText(/\$3\.00/)).toBeNull()
  unmount()
  const failing = { failing: true, not_for_sale: 'Its last runs failed.' }
  await startApi({ 'GET /storefronts/mara': () => page(sampleWorkflow(3, failing)) })
  renderPage('/@mara')
  expect(await screen.findByText('Back soon')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Start Remix/ })).toBeNull()
})

test('a past username leads to the present one, with the query', async () => {
  await startApi({
    'GET /storefronts/mara.old': () => sampleStorefront(),
    'GET /storefronts/mara': () => sampleStorefront(),
  })
  renderPage('/@mara.old?via=bio')
  expect(await screen.findByRole('heading', { name: '@mara' })).toBeTruthy()
  expect(location.pathname + location.search).toBe('/@mara?via=bio')
})

test('a storefront with nothing on it says so, and leads on', async () => {
  await startApi({
    'GET /storefronts/mara': () => sampleStorefront({ recipes: [], recipes_total: 0 }),
  })
  renderPage('/@mara')
  expect(await screen.findByText('@mara has no recipes and no public creations.')).toBeTruthy()
})

test('an unknown name is not found; after a fault the reader can try again', async () => {
  let answer: unknown = new Refusal(404, { error: 'There is nobody with this name.' })
  await startApi({ 'GET /storefronts/mara': () => answer })
  const { user, unmount } = renderPage('/@mara')
  expect(await screen.findByRole('heading', { name: 'No creator has this name' })).toBeTruthy()
  unmount()
  answer = new Refusal(400, { error: 'It is broken' })
  renderPage('/@mara')
  expect(await screen.findByText('It is broken')).toBeTruthy()
  answer = sampleStorefront()
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: '@mara' })).toBeTruthy()
})

test('the owner sees a link to the form of the storefront', async () => {
  await startApi({
    'GET /auth/me': () => sampleUser({ username: 'mara' }),
    'GET /storefronts/mara': () => sampleStorefront(),
  })
  renderPage('/@mara')
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(
      '/studio/storefront',
    ),
  )
})

test('a reader follows, and follows no longer', async () => {
  const asked = await startApi({
    'GET /auth/me': () => sampleUser({ username: 'finn' }),
    'GET /storefronts/mara': () => sampleStorefront({ id: sampleId(9), followers: 12 }),
    [`GET /users/${sampleId(9)}/follow`]: () => ({ following: false }),
    [`PUT /users/${sampleId(9)}/follow`]: () => ({ following: true }),
    [`DELETE /users/${sampleId(9)}/follow`]: () => ({ ok: true }),
  })
  const { user } = renderPage('/@mara')
  expect(await screen.findByText('2 recipes · 12 followers')).toBeTruthy()
  const follow = await screen.findByRole('button', { name: 'Follow' })
  // Until it is known whether the reader follows, the button cannot be pressed.
  await waitFor(() => expect(follow).toHaveProperty('disabled', false))
  await user.click(follow)
  expect(
    await screen.findByText('You follow @mara: their letters come twice a month at most'),
  ).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Following' }))
  await waitFor(() => expect(asked.some(({ method }) => method === 'DELETE')).toBe(true))
  expect(await screen.findByRole('button', { name: 'Follow' })).toBeTruthy()
  const gone = vi.spyOn(location, 'assign').mockReturnValue()
  await user.click(screen.getByRole('button', { name: 'More of @mara' }))
  await user.click(await screen.findByRole('menuitem', { name: /^RSS feed/ }))
  expect(gone).toHaveBeenCalledWith('/@mara/feed.xml')
  gone.mockRestore()
})

test('a stranger is asked to sign in before following', async () => {
  await startApi({
    'GET /storefronts/mara': () => sampleStorefront(),
    'GET /auth/google/start': () => ({ redirect_url: 'https://accounts.test/o' }),
  })
  const gone = vi.spyOn(location, 'assign').mockReturnValue()
  const { user } = renderPage('/@mara')
  await user.click(await screen.findByRole('button', { name: 'Sign in to follow @mara' }))
  const dialog = await screen.findByRole('dialog', { name: 'Sign in to follow @mara' })
  expect(gone).not.toHaveBeenCalled()
  await user.click(within(dialog).getByRole('button', { name: 'Continue with Google' }))
  await waitFor(() => expect(gone).toHaveBeenCalledWith('https://accounts.test/o'))
  gone.mockRestore()
})
