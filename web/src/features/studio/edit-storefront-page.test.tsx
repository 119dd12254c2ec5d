import { screen, waitFor, within } from '@testing-library/react'
import type { OwnStorefront } from '@vignette/contract/storefronts.ts'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleId, sampleMedia, sampleUser } from '../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../test/start-api.ts'

const recipe = (n: number) => ({ id: sampleId(n), name: `Recipe ${n}`, sample: null })

const own: OwnStorefront = {
  handle: 'mara',
  picture: '/me.png',
  show_picture: false,
  own_picture: null,
  own_cover: null,
  followers: 3,
  lines: ['Posters of the north.'],
  links: [],
  featured_id: null,
  order: [],
  recipes: [recipe(1), recipe(2), recipe(3)],
}

function serve(more: Record<string, Answerer> = {}) {
  return startApi({
    'GET /auth/me': () => sampleUser({ username: 'mara' }),
    'GET /users/me/storefront': () => own,
    ...more,
  })
}

test('lines, links, the featured recipe and the order are saved as they stand', async () => {
  const asked = await serve({
    'PUT /users/me/storefront': ({ body }) => ({ ...own, ...(JSON.parse(body) as object) }),
  })
  const { user } = renderPage('/studio/storefront')
  await user.type(await screen.findByLabelText('Second line'), 'Since 2019.')
  await user.click(screen.getByRole('checkbox', { name: 'Show this picture' }))
  await user.click(screen.getByRole('button', { name: 'Add a link' }))
  await user.type(screen.getByLabelText('Name of link 1'), 'My shop')
  await user.type(screen.getByLabelText('Address of link 1'), 'https://example.com')
  await user.selectOptions(screen.getByLabelText('Featured recipe'), 'Recipe 2')
  expect(screen.getByText('The newest comes first until you move one.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Move Recipe 1 down' }))
  expect(screen.getByText('Recipe 1 is now 2 of 3')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save storefront' }))
  expect(await screen.findByText('Storefront saved')).toBeTruthy()
  const sent = asked.find(({ method }) => method === 'PUT')
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    show_picture: true,
    picture_id: null,
    cover_id: null,
    lines: ['Posters of the north.', 'Since 2019.'],
    links: [{ label: 'My shop', url: 'https://example.com' }],
    featured_id: sampleId(2),
    order: [sampleId(2), sampleId(1), sampleId(3)],
  })
})

test('a picture and a cover of one’s own are uploaded, shown, saved and removed', async () => {
  const uploads = [sampleId(8), sampleId(9)]
  const asked = await serve({
    'POST /upload/image': () => {
      const id = uploads.shift() ?? ''
      return { id, url: `/media/${id}/a.png` }
    },
    'PUT /users/me/storefront': () => ({ ...own, own_cover: sampleMedia() }),
  })
  const { user } = renderPage('/studio/storefront')
  expect(await screen.findByText(/^3 people follow you/)).toBeTruthy()
  const choose = (name: string) => screen.getByLabelText(`${name}: file`)
  const file = () => new File(['x'], 'a.png', { type: 'image/png' })
  await user.upload(choose('Picture'), file())
  await user.click(await screen.findByRole('button', { name: 'Remove: Picture' }))
  await user.upload(choose('Cover'), file())
  expect((await screen.findByRole('img', { name: 'Your cover' })).getAttribute('src')).toBe(
    `/media/${sampleId(9)}/a.png`,
  )
  await user.click(screen.getByRole('button', { name: 'Save storefront' }))
  expect(await screen.findByText('Storefront saved')).toBeTruthy()
  const sent = asked.find(({ method }) => method === 'PUT')
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ picture_id: null, cover_id: sampleId(9) })
})

test('a refused picture says why, and the page keeps the one before', async () => {
  await serve({ 'POST /upload/image': () => new Refusal(422, 'content_refused') })
  const { user } = renderPage('/studio/storefront')
  const input = await screen.findByLabelText('Picture: file')
  await user.upload(input, new File(['x'], 'a.png', { type: 'image/png' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove: Picture' })).toBeNull()
})

test('an invalid link stays in its field with the reason, and nothing is sent', async () => {
  const asked = await serve()
  const { user } = renderPage('/studio/storefront')
  await user.click(await screen.findByRole('button', { name: 'Add a link' }))
  await user.type(screen.getByLabelText('Address of link 1'), 'http://example.com')
  await user.click(screen.getByRole('button', { name: 'Save storefront' }))
  expect(await screen.findByText('Give it a name')).toBeTruthy()
  expect(screen.getByText('Begin with https:// and name a site')).toBeTruthy()
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Remove link 1' }))
  expect(screen.queryByLabelText('Address of link 1')).toBeNull()
})

test('a refusal is told, and what was written stays', async () => {
  await serve({
    'PUT /users/me/storefront': () => new Refusal(422, { error: 'This line is not allowed here.' }),
  })
  const { user } = renderPage('/studio/storefront')
  await user.type(await screen.findByLabelText('Second line'), 'Since 2019.')
  await user.click(screen.getByRole('button', { name: 'Save storefront' }))
  expect(await screen.findByText('This line is not allowed here.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Second line').value).toBe('Since 2019.')
})

test('without a username the form says that the storefront needs one', async () => {
  await serve({ 'GET /users/me/storefront': () => ({ ...own, handle: null, recipes: [] }) })
  renderPage('/studio/storefront')
  expect(await screen.findByText('The page needs a username')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Open the page' })).toBeNull()
  expect(screen.queryByLabelText('Featured recipe')).toBeNull()
  const nav = within(screen.getByRole('navigation', { name: 'Studio' }))
  await waitFor(() =>
    expect(nav.getAllByRole('link', { name: 'Storefront' })[0]?.getAttribute('aria-current')).toBe(
      'page',
    ),
  )
})
