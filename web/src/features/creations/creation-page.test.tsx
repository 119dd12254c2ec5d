import { screen, waitFor, within } from '@testing-library/react'
import type { CreationView } from '@vignette/contract/creations.ts'
import type { ReceiptView } from '@vignette/contract/payments.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleCreation, sampleId } from '../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../test/start-api.ts'

afterEach(() => vi.restoreAllMocks())

const id = sampleId(1001)
const workflowId = sampleId(1)

function view(over: Partial<CreationView> = {}): CreationView {
  return {
    ...sampleCreation(1),
    workflow_version: 2,
    workflow: {
      id: workflowId,
      name: 'Oil portrait',
      creator_handle: 'mara',
      price: 300,
      license: 'cc-by',
      steps: 3,
      inputs: 2,
      generation_time: 125_000,
      available: true,
    },
    user_inputs: { scene: 'a harbour' },
    share_inputs: false,
    user_id: 'somebody',
    is_owner: false,
    secret_link: null,
    ...over,
  }
}

function serve(over: Partial<CreationView> = {}, more: Record<string, Answerer> = {}) {
  let now = view(over)
  return startApi({
    [`GET /creations/${id}`]: () => now,
    [`GET /creations/${id}/receipt`]: () => ({ receipt: null }),
    [`PATCH /creations/${id}`]: ({ body }) => {
      now = { ...now, ...(JSON.parse(body) as Partial<CreationView>) }
      return now
    },
    ...more,
  })
}

const owned = { is_owner: true, public: false } as const

const receipt: ReceiptView = {
  id: 'payment-1',
  state: 'captured',
  amount: 300,
  currency: 'usd',
  workflow_id: workflowId,
  workflow_version: 2,
  created_at: '2026-11-02T10:00:00Z',
  expires_at: null,
  next: 'The creator’s share clears on November 9.',
  workflow_name: 'Oil portrait',
  license: 'personal',
  authorized_at: '2026-11-02T10:00:00Z',
  captured_at: '2026-11-02T10:01:00Z',
  refunded: 0,
  disputed: 0,
  creator_share: 210,
  platform_share: 90,
  creator_share_percent: 70,
  test_mode: true,
}

describe('what is shown', () => {
  test('title, date, inputs, workflow info, licence and ways on', async () => {
    await serve()
    renderPage(`/creations/${id}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Oil portrait' })).toBeTruthy()
    expect(screen.getByText('Created November 2, 2026')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Creation Inputs' })).toBeTruthy()
    expect(screen.getByText('a harbour')).toBeTruthy()
    expect(screen.getByText('Steps').nextSibling?.textContent).toBe('3')
    expect(screen.getByText('Inputs').nextSibling?.textContent).toBe('2')
    expect(screen.getByText('Generation time').nextSibling?.textContent).toBe('~2m 5s')
    expect(screen.getByText('CC BY 4.0')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Remix Workflow' }).getAttribute('href')).toBe(
      `/workflows/${workflowId}/remix`,
    )
    expect(screen.getByRole('link', { name: 'Remix with these inputs' }).getAttribute('href')).toBe(
      `/workflows/${workflowId}/remix?from=${id}`,
    )
    expect(screen.getByText('Image')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Your creation' })).toBeNull()
  })

  test('AI Creation and Unknown date stand in for what is missing', async () => {
    const workflow = { ...view().workflow, name: '' }
    await serve({ workflow, created_at: 'nonsense' })
    renderPage(`/creations/${id}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'AI Creation' })).toBeTruthy()
    expect(screen.getByText('Unknown date')).toBeTruthy()
  })

  test('a film has its poster', async () => {
    await serve({ video: '/media/film.mp4', media: null, image: '/media/poster.png' })
    renderPage(`/creations/${id}`)
    const film = await screen.findByLabelText('Oil portrait')
    expect(film.tagName).toBe('VIDEO')
    expect(film.getAttribute('poster')).toBe('/media/poster.png')
    expect(film.hasAttribute('controls')).toBe(true)
  })

  test.each([
    ['an array', ['/media/a.png', '/media/b.png']],
    ['a JSON list', '["/media/a.png","/media/b.png"]'],
  ])('several images given as %s carry a badge and can be changed', async (_, images) => {
    await serve({ image: null, media: null, images: images as string[] })
    const { user } = renderPage(`/creations/${id}`)
    expect(await screen.findByText('Image 1 of 2')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show image 2' }))
    expect(screen.getByText('Image 2 of 2')).toBeTruthy()
  })

  test('the one input picture can be compared with the result', async () => {
    await serve({
      user_inputs: { photo: '/media/in.png' },
      image: '/media/one.png',
    })
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Before and after' }))
    expect(screen.getByRole('slider', { name: 'How much of the input to show' })).toBeTruthy()
  })

  test('a recipe off the market offers no remix', async () => {
    await serve({ workflow: { ...view().workflow, available: false } })
    renderPage(`/creations/${id}`)
    await screen.findByText(/no longer offered/)
    expect(screen.queryByRole('link', { name: 'Remix Workflow' })).toBeNull()
  })
})

describe('what is not there', () => {
  test.each([`/creations/${sampleId(9)}`, '/creations/nonsense'])('%s', async (path) => {
    await serve()
    renderPage(path)
    expect(await screen.findByText('Creation not found')).toBeTruthy()
    expect(screen.getByText('This creation may have been deleted or does not exist.')).toBeTruthy()
    expect(document.title).toBe('Creation not found — Vignette')
    expect(screen.getByRole('link', { name: 'Browse Workflows' }).getAttribute('href')).toBe(
      '/workflows',
    )
  })

  test('a failure says Failed to load creation', async () => {
    await serve({}, { [`GET /creations/${id}`]: () => new Refusal(403, { error: 'Not now' }) })
    renderPage(`/creations/${id}`)
    expect(await screen.findByText('Failed to load creation')).toBeTruthy()
    expect(screen.getByText('Not now')).toBeTruthy()
    expect(document.title).toBe('Creation — Vignette')
  })
})

test('the key of a secret link goes to the server', async () => {
  const asked = await serve({ public: false })
  renderPage(`/creations/${id}?key=s3cret`)
  await screen.findByRole('heading', { level: 1 })
  expect(asked.find(({ path }) => path === `/creations/${id}`)?.query.get('key')).toBe('s3cret')
})

describe('download', () => {
  const saved = () => {
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
    return names
  }

  test.each([
    [null, `creation-${id}.png`],
    ['/media/film.mp4', `creation-${id}.mp4`],
  ])('with video %s is named %s', async (video, name) => {
    const asked = await serve({ video }, { [`GET /creations/${id}/download`]: () => 'bytes' })
    const names = saved()
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    await waitFor(() => expect(names).toEqual([name]))
    const call = asked.find(({ path }) => path.endsWith('/download'))
    expect(call?.query.get('filename')).toBe(name)
  })

  test('a refusal says Download failed: {status}', async () => {
    await serve({}, { [`GET /creations/${id}/download`]: () => new Refusal(500) })
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    expect(await screen.findByText('Download failed: 500')).toBeTruthy()
  })
})

test('like is a toggle and asks the server nothing', async () => {
  const asked = await serve()
  const { user } = renderPage(`/creations/${id}`)
  const like = await screen.findByRole('button', { name: 'Like' })
  await user.click(like)
  expect(like.getAttribute('aria-pressed')).toBe('true')
  await user.click(like)
  expect(like.getAttribute('aria-pressed')).toBe('false')
  expect(asked.some(({ method, path }) => method !== 'GET' && !path.includes('analytics'))).toBe(
    false,
  )
})

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

  test('a private one asks: Make public', async () => {
    const asked = await serve(owned)
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    await user.click(await screen.findByRole('button', { name: /Make public/ }))
    expect(await screen.findByRole('dialog', { name: 'Share' })).toBeTruthy()
    const change = asked.find(({ method }) => method === 'PATCH')
    expect(JSON.parse(change?.body ?? '')).toEqual({ public: true })
  })

  test('a private one asks: Secret link', async () => {
    const url = `https://vignette.test/creations/${id}?key=k`
    await serve(owned, { [`POST /creations/${id}/secret-link`]: () => ({ url, key: 'k' }) })
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    await user.click(await screen.findByRole('button', { name: /Secret link/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Share' })
    expect(within(dialog).getByText(url)).toBeTruthy()
  })
})

describe('its owner', () => {
  test('makes it public and shares the input files', async () => {
    const asked = await serve(owned)
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('radio', { name: /^Public/ }))
    await waitFor(() => expect(screen.queryByText('Private')).toBeNull())
    await user.click(screen.getByRole('checkbox', { name: 'Show the files you supplied' }))
    await waitFor(() =>
      expect(
        asked.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body)),
      ).toEqual([{ public: true }, { share_inputs: true }]),
    )
  })

  test('is told why it may not be public', async () => {
    await serve(owned, {
      [`PATCH /creations/${id}`]: () =>
        new Refusal(422, { error: 'This picture cannot be public: it may be sexual.' }),
    })
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('radio', { name: /^Public/ }))
    expect((await screen.findByRole('alert')).textContent).toContain('it may be sexual')
  })

  test('makes, copies and revokes a secret link', async () => {
    const url = `https://vignette.test/creations/${id}?key=k`
    const asked = await serve(owned, {
      [`POST /creations/${id}/secret-link`]: () => ({ url, key: 'k' }),
      [`DELETE /creations/${id}/secret-link`]: () => ({ ok: true }),
    })
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Create secret link' }))
    expect(await screen.findByText(url)).toBeTruthy()
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(screen.getByRole('button', { name: 'Copy secret link' }))
    expect(copied).toHaveBeenCalledWith(url)
    await user.click(screen.getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByRole('button', { name: 'Create secret link' })).toBeTruthy()
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(true)
  })

  test('deletes it and can undo that', async () => {
    const asked = await serve(owned, {
      [`DELETE /creations/${id}`]: () => ({ ok: true }),
      [`POST /creations/${id}/restore`]: () => view(owned),
    })
    const { user, router } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Delete creation' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/workflows'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/creations/${id}`))
    expect(asked.some(({ path }) => path.endsWith('/restore'))).toBe(true)
  })

  test('is asked before what was paid for is deleted', async () => {
    const asked = await serve(owned, {
      [`GET /creations/${id}/receipt`]: () => ({ receipt }),
      [`DELETE /creations/${id}`]: () => ({ ok: true }),
    })
    const { user, router } = renderPage(`/creations/${id}`)
    await screen.findByRole('heading', { name: 'Receipt' })
    await user.click(screen.getByRole('button', { name: 'Delete creation' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete a creation you paid for?' })
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: 'Delete it' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/workflows'))
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(true)
  })

  test('sees the receipt of a paid run', async () => {
    await serve(owned, {
      [`GET /creations/${id}/receipt`]: () => ({ receipt }),
    })
    renderPage(`/creations/${id}`)
    const panel = (await screen.findByRole('heading', { name: 'Receipt' })).closest('section')
    const words = panel?.textContent ?? ''
    for (const part of [
      'Paid',
      'Test mode',
      'Oil portrait, version 2',
      'November 2, 2026',
      '$3.00',
      'Creator (70%)$2.10',
      'Platform (30%)$0.90',
      'What happens next: The creator’s share clears on November 9.',
    ])
      expect(words).toContain(part)
  })
})

test('a stranger may report it', async () => {
  const asked = await serve({}, { 'POST /reports': () => ({ id: 'r1' }) })
  const { user } = renderPage(`/creations/${id}`)
  await user.click(await screen.findByRole('button', { name: 'Report' }))
  await user.selectOptions(await screen.findByLabelText('Reason'), 'hate')
  await user.click(screen.getByRole('button', { name: 'Send report' }))
  await screen.findByText('Thank you')
  const sent = asked.find(({ path }) => path === '/reports')
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({
    subject_type: 'creation',
    subject_id: id,
    reason: 'hate',
  })
})
