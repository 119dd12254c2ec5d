import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { readEvents } from '../../../test/start-api.ts'
import { configureAnalytics, flushAnalytics } from '../../lib/analytics.ts'
import { id, owned, serve, workflowId } from './test-support/serve-creation.ts'

afterEach(() => vi.restoreAllMocks())

describe('sharing', () => {
  test('a public creation shows targets, preview and link', async () => {
    await serve()
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    const dialog = await screen.findByRole('dialog', { name: 'Share' })
    for (const name of ['X', 'Facebook', 'Instagram', 'TikTok', 'YouTube', 'Copy link'])
      expect(within(dialog).getByRole('button', { name })).toBeTruthy()
    expect(within(dialog).getByAltText('Preview')).toBeTruthy()
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(within(dialog).getByRole('button', { name: 'Copy link' }))
    expect(copied).toHaveBeenCalledWith(`${location.origin}/creations/${id}`)
    expect(await within(dialog).findByText('Copied')).toBeTruthy()
  })

  test('a share names its recipe, and a link that was not copied is no share', async () => {
    const asked = await serve()
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    // A browser’s older way to copy, which fails here too.
    Object.assign(document, { execCommand: () => false })
    const copying = vi
      .spyOn(navigator.clipboard, 'writeText')
      .mockRejectedValueOnce(new Error('no'))
    copying.mockResolvedValue()
    await user.click(await screen.findByRole('button', { name: 'Copy link' }))
    expect(await screen.findByText(/Copy the link yourself/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(await screen.findByText('Copied')).toBeTruthy()
    configureAnalytics('/api/v1/analytics/batch', 'key')
    flushAnalytics()
    // What earlier tests did may have waited for the collector: read from the opening on.
    const shares = () => {
      const events = readEvents(asked)
      const opened = events.findLastIndex(({ event }) => event === 'creation_share_opened')
      return events
        .slice(opened)
        .filter(({ event }) => event === 'creation_shared')
        .map(({ properties }) => [properties['creation_id'], properties['workflow_id']])
    }
    await expect.poll(shares).toEqual([[id, workflowId]])
  })

  test.each(['Instagram', 'TikTok', 'YouTube'])('%s copies first, then opens', async (name) => {
    await serve()
    const steps: string[] = []
    const { user } = renderPage(`/creations/${id}`)
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
      steps.push(`copied ${text.includes(`/creations/${id}`) ? 'text and link' : text}`)
    })
    vi.spyOn(window, 'open').mockImplementation((url) => {
      steps.push(new URL(String(url)).hostname)
      return null
    })
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    await user.click(await screen.findByRole('button', { name }))
    await waitFor(() =>
      expect(steps).toEqual(['copied text and link', `www.${name.toLowerCase()}.com`]),
    )
  })

  test('a private creation can be shared by Make public', async () => {
    const asked = await serve(owned)
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    await user.click(await screen.findByRole('button', { name: /Make public/ }))
    expect(await screen.findByRole('dialog', { name: 'Share' })).toBeTruthy()
    const change = asked.find(({ method }) => method === 'PATCH')
    expect(JSON.parse(change?.body ?? '')).toEqual({ public: true })
  })

  test('a private creation can be shared by Secret link', async () => {
    const url = `https://vignette.test/creations/${id}?key=k`
    await serve(owned, { [`POST /creations/${id}/secret-link`]: () => ({ url, key: 'k' }) })
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    await user.click(await screen.findByRole('button', { name: /Secret link/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Share' })
    expect(within(dialog).getByText(url)).toBeTruthy()
  })
})
