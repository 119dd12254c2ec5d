import { screen, waitFor, within } from '@testing-library/react'
import type { CollectionView, ListedCollection } from '@vignette/contract/collections.ts'
import { describe, expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleCreation, sampleId, sampleUser, sampleWorkflow } from '../../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../../test/start-api.ts'
import { id as creationId, owned, serve } from '../test-support/serve-creation.ts'

const id = sampleId(500)
const page = `/collections/${id}`

const listed = (n: number, over: Partial<ListedCollection> = {}): ListedCollection => ({
  id: sampleId(500 + n),
  name: `Collection ${n}`,
  visibility: 'private',
  items: 2,
  holds: false,
  cover: [],
  created_at: '2026-11-20T06:00:00Z',
  ...over,
})

const view = (over: Partial<CollectionView> = {}): CollectionView => ({
  id,
  name: 'Posters of the north',
  visibility: 'private',
  hidden: false,
  owner_handle: 'mara',
  is_owner: true,
  secret_link: null,
  items: [
    { type: 'workflow', workflow: sampleWorkflow(1) },
    { type: 'creation', creation: { ...sampleCreation(1), workflow_name: 'Oil portrait' } },
  ],
  created_at: '2026-11-20T06:00:00Z',
  ...over,
})

const show = (over: Partial<CollectionView> = {}, more: Record<string, Answerer> = {}) =>
  startApi({ [`GET ${page}`]: () => view(over), ...more })
const done = () => ({ ok: true })

describe('saving', () => {
  const open = async (more: Record<string, Answerer>) => {
    const asked = await serve({}, more)
    const { user } = renderPage(`/creations/${creationId}`)
    await user.click(await screen.findByRole('button', { name: 'Save to a collection' }))
    return { asked, user, dialog: await screen.findByRole('dialog') }
  }

  test('a click on a collection saves the creation there, and a second click removes it', async () => {
    let holds = false
    const items = `/collections/${sampleId(501)}/items`
    const set = (next: boolean) => () => {
      holds = next
      return { ok: true }
    }
    const { asked, user, dialog } = await open({
      'GET /collections': () => ({ collections: [listed(1, { holds })], next_cursor: null }),
      [`POST ${items}`]: set(true),
      [`DELETE ${items}/${creationId}`]: set(false),
    })
    const tick = await within(dialog).findByRole<HTMLInputElement>('checkbox', {
      name: 'Collection 1',
    })
    const listing = asked.find(({ path }) => path === '/collections')
    expect(listing?.query.get('holding')).toBe(creationId)
    await user.click(tick)
    await waitFor(() => expect(holds).toBe(true))
    const saved = asked.find(({ method, path }) => method === 'POST' && path === items)
    expect(JSON.parse(saved?.body ?? '')).toEqual({ type: 'creation', id: creationId })
    const list = within(dialog).getByRole('list', { name: 'Your collections' })
    await waitFor(() => expect(list.getAttribute('aria-busy')).toBe('false'))
    expect(tick.checked).toBe(true)
    await user.click(tick)
    await waitFor(() => expect(holds).toBe(false))
  })

  test('a new collection is made and saved to', async () => {
    const made: string[] = []
    const { user, dialog } = await open({
      'GET /collections': ({ query }) => ({
        collections: made.map((name) => listed(2, { name, holds: query.has('holding') })),
        next_cursor: null,
      }),
      'POST /collections': ({ body }) => {
        made.push((JSON.parse(body) as { name: string }).name)
        return view({ id: sampleId(502) })
      },
      [`POST /collections/${sampleId(502)}/items`]: done,
    })
    expect(within(dialog).queryByRole('list')).toBeNull()
    await user.type(within(dialog).getByLabelText('New collection'), 'Gifts')
    await user.click(within(dialog).getByRole('button', { name: 'Create' }))
    const tick = await within(dialog).findByRole<HTMLInputElement>('checkbox', { name: 'Gifts' })
    expect(tick.checked).toBe(true)
    expect(made).toEqual(['Gifts'])
  })

  test('a refusal is shown, and the tick is taken back', async () => {
    const full = 'This collection holds 100, and that is the most.'
    const { user, dialog } = await open({
      'GET /collections': () => ({ collections: [listed(1)], next_cursor: null }),
      [`POST /collections/${sampleId(501)}/items`]: () => new Refusal(403, { error: full }),
    })
    const tick = await within(dialog).findByRole<HTMLInputElement>('checkbox')
    await user.click(tick)
    expect(await within(dialog).findByText(full)).toBeTruthy()
    await waitFor(() => expect(tick.checked).toBe(false))
  })

  test('is offered for a public creation or one’s own, and for a recipe', async () => {
    const recipe = sampleWorkflow(1)
    await serve({ public: false }, { [`GET /workflows/${recipe.id}`]: () => recipe })
    const { unmount } = renderPage(`/creations/${creationId}?key=k`)
    await screen.findByRole('button', { name: 'Download' })
    expect(screen.queryByRole('button', { name: 'Save to a collection' })).toBeNull()
    unmount()
    const recipePage = renderPage(`/workflows/${recipe.id}`)
    expect(await screen.findByRole('button', { name: 'Save to a collection' })).toBeTruthy()
    recipePage.unmount()
    await serve(owned)
    renderPage(`/creations/${creationId}`)
    expect(await screen.findByRole('button', { name: 'Save to a collection' })).toBeTruthy()
  })
})

describe('a collection', () => {
  test('shows recipes and creations, each with a link', async () => {
    await show({ is_owner: false, visibility: 'public' })
    renderPage(page)
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Posters of the north' }),
    ).toBeTruthy()
    const list = screen.getByRole('list', { name: 'Saved' })
    const links = within(list).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/workflows/${sampleId(1)}`,
      `/creations/${sampleId(1001)}`,
    ])
    expect(screen.getByRole('link', { name: '@mara' }).getAttribute('href')).toBe('/@mara')
    expect(screen.getByRole('button', { name: 'Report' })).toBeTruthy()
    for (const name of ['Edit', 'Delete', 'Remove Oil portrait'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })

  test('asks with the key of its address', async () => {
    const asked = await show({ is_owner: false, visibility: 'link' })
    renderPage(`${page}?key=s3cret`)
    await screen.findByText(/2 saved by/)
    expect(asked.find(({ path }) => path === page)?.query.get('key')).toBe('s3cret')
    // Only what is public can be reported.
    expect(screen.queryByRole('button', { name: 'Report' })).toBeNull()
  })

  test('lets its owner remove an item', async () => {
    let { items } = view()
    await show(
      {},
      {
        [`GET ${page}`]: () => view({ items }),
        [`DELETE ${page}/items/${sampleId(1001)}`]: () => {
          items = items.slice(0, 1)
          return { ok: true }
        },
      },
    )
    const { user } = renderPage(page)
    await user.click(await screen.findByRole('button', { name: 'Remove Oil portrait' }))
    expect(await screen.findByText(/1 saved by you/)).toBeTruthy()
    expect(await screen.findByText('Removed from the collection')).toBeTruthy()
  })

  test('lets its owner change its name and who sees it', async () => {
    let now = view()
    const asked = await show(
      {},
      {
        [`GET ${page}`]: () => now,
        [`PATCH ${page}`]: () => {
          now = view({
            name: 'North',
            visibility: 'link',
            secret_link: `http://a.test${page}?key=k`,
          })
          return now
        },
      },
    )
    const { user } = renderPage(page)
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit the collection' })
    const name = within(dialog).getByLabelText('Name')
    await user.clear(name)
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('Please enter a name')).toBeTruthy()
    await user.type(name, 'North')
    await user.click(within(dialog).getByRole('radio', { name: /Secret link/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'North' })).toBeTruthy()
    const change = asked.find(({ method }) => method === 'PATCH')
    expect(JSON.parse(change?.body ?? '')).toEqual({ name: 'North', visibility: 'link' })
    expect(screen.getByRole('button', { name: 'Copy secret link' })).toBeTruthy()
  })

  test('is deleted after a question, and leads to the others', async () => {
    await show(
      {},
      {
        [`DELETE ${page}`]: done,
        'GET /collections': () => ({ collections: [], next_cursor: null }),
      },
    )
    const { user } = renderPage(page)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Delete it' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Your collections' })).toBeTruthy()
    expect(await screen.findByText('No collections yet')).toBeTruthy()
  })

  test('a reader who may not see the collection reads that there is none', async () => {
    await startApi({})
    renderPage(page)
    expect(await screen.findByText('Collection not found')).toBeTruthy()
  })
})

test('the profile lists one’s own collections, all pages of them', async () => {
  await startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /collections': ({ query }) =>
      query.has('cursor')
        ? { collections: [listed(2, { visibility: 'public' })], next_cursor: null }
        : { collections: [listed(1)], next_cursor: 'next' },
  })
  renderPage('/profile?tab=collections')
  const first = await screen.findByRole('link', { name: /Collection 1/ })
  expect(first.getAttribute('href')).toBe(`/collections/${sampleId(501)}`)
  expect(first.textContent).toContain('2 saved · Private')
  expect(screen.getByRole('link', { name: /Collection 2/ }).textContent).toContain('Public')
})
