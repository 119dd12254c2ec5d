import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleId } from '../../../test/samples.ts'
import { Refusal } from '../../../test/start-api.ts'
import { items, me, serve } from './test-support/serve-profile.ts'

describe('the gallery', () => {
  test('shows No creations yet if empty', async () => {
    await serve()
    renderPage('/profile')
    expect(await screen.findByText('No creations yet')).toBeTruthy()
  })

  test('loads 24 creations, then continues at next_cursor', async () => {
    vi.stubGlobal('IntersectionObserver', undefined)
    const asked = await serve({
      [`GET /users/${me}/creations`]: ({ query }) =>
        query.get('offset') === '0'
          ? { items: items(24), next_cursor: 'after-24' }
          : { items: items(2, 24), next_cursor: null },
    })
    const { user } = renderPage('/profile')
    await user.click(await screen.findByRole('button', { name: 'Load More Creations' }))
    await waitFor(() => expect(screen.getAllByText(/^Recipe \d+$/)).toHaveLength(26))
    const pages = asked.filter(
      ({ path, query }) => path.endsWith('/creations') && !query.has('deleted'),
    )
    expect(
      pages.map(({ query }) => [query.get('limit'), query.get('offset'), query.get('cursor')]),
    ).toEqual([
      ['24', '0', null],
      ['24', '24', 'after-24'],
    ])
    expect(screen.queryByRole('button', { name: 'Load More Creations' })).toBeNull()
    vi.unstubAllGlobals()
  })

  test('shows Failed to fetch user creations on a failure', async () => {
    await serve({ [`GET /users/${me}/creations`]: () => new Refusal(403, { error: 'No' }) })
    renderPage('/profile')
    expect(await screen.findByText('Failed to fetch user creations')).toBeTruthy()
  })
})

describe('a deleted creation', () => {
  test('can be restored for a day', async () => {
    let deleted = items(1)
    const asked = await serve({
      [`GET /users/${me}/creations`]: ({ query }) =>
        query.has('deleted')
          ? { items: deleted, next_cursor: null }
          : { items: deleted.length ? [] : items(1), next_cursor: null },
      [`POST /creations/${sampleId(1000)}/restore`]: () => {
        deleted = []
        return {}
      },
    })
    const { user } = renderPage('/profile')
    await user.click(await screen.findByText('Recently deleted (1)'))
    await user.click(screen.getByRole('button', { name: 'Restore Recipe 0' }))
    expect(await screen.findByRole('list', { name: 'Your creations' })).toBeTruthy()
    expect(screen.queryByText(/Recently deleted/)).toBeNull()
    expect(asked.some(({ path }) => path.endsWith('/restore'))).toBe(true)
  })

  test('leaves no empty section', async () => {
    await serve({
      [`GET /users/${me}/creations`]: ({ query }) => ({
        items: query.has('deleted') ? [] : items(1),
        next_cursor: null,
      }),
    })
    renderPage('/profile')
    await screen.findByRole('list', { name: 'Your creations' })
    expect(screen.queryByText(/Recently deleted/)).toBeNull()
  })
})
