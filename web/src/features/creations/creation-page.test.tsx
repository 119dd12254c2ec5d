import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { CreationView } from '@vignette/contract/creations.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { listAnswer, sampleCreation, sampleId, sampleMedia } from '../../../test/samples.ts'
import { Refusal } from '../../../test/start-api.ts'
import { id, owned, serve, view, workflowId } from './test-support/serve-creation.ts'

afterEach(() => vi.restoreAllMocks())

describe('the page of a creation', () => {
  test('shows title, date, inputs, recipe, licence and links onwards', async () => {
    await serve()
    renderPage(`/creations/${id}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Oil portrait' })).toBeTruthy()
    expect(screen.getByText(/^Created November 2, 2026/)).toBeTruthy()
    expect(screen.getByText('V-0401')).toBeTruthy()
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
    expect(screen.getByText('What it shows')).toBeTruthy()
    expect(screen.getByText('Image')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'Your creation' })).toBeNull()
  })

  test('asks for the age before adult content, once a session, and asks for no file before', async () => {
    const adult = { media: sampleMedia({ adult: true }), public: true }
    await serve(adult)
    const { unmount } = renderPage(`/creations/${id}`)
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Are you 16 or older?' }),
    ).toBeTruthy()
    expect(document.querySelector('article img, article source, article video')).toBeNull()
    expect(screen.queryByText('a harbour')).toBeNull()
    expect(document.title).not.toContain('a harbour')
    fireEvent.click(screen.getByRole('button', { name: 'Yes, show it' }))
    expect(await screen.findByText('a harbour')).toBeTruthy()
    expect(screen.getByText('Adult')).toBeTruthy()
    expect(document.querySelector('article img')).not.toBeNull()
    unmount()
    renderPage(`/creations/${id}`)
    expect(await screen.findByText('a harbour')).toBeTruthy()
    sessionStorage.clear()
  })

  test('counts the inputs that were given, where none is kept back', async () => {
    await serve(owned)
    renderPage(`/creations/${id}`)
    expect((await screen.findByText('Inputs')).nextSibling?.textContent).toBe('1 of 2')
  })

  test.each([
    [
      { made_from: { id: 'c7', author_handle: 'ana', is_owner: false }, remixes: 1 },
      'a creation by @ana',
      '1 creation was made from this',
    ],
    [
      { made_from: { id: 'c7', author_handle: 'ana', is_owner: true }, remixes: 1200 },
      'another creation of yours',
      '1,200 creations were made from this',
    ],
  ])(
    'credits what it was made from, and counts what was made from it',
    async (over, name, count) => {
      await serve(over)
      renderPage(`/creations/${id}`)
      const origin = await screen.findByRole('link', { name })
      expect(origin.getAttribute('href')).toBe('/creations/c7')
      expect(screen.getByText(count, { exact: false })).toBeTruthy()
    },
  )

  test('offers the owner the download first, then another one with its price', async () => {
    await serve(owned)
    renderPage(`/creations/${id}`)
    const another = await screen.findByRole('button', { name: 'Make another · $3.00' })
    expect(screen.queryByText('Seed')).toBeNull()
    expect(screen.getByRole('link', { name: 'Remix Workflow' })).toBeTruthy()
    const download = screen.getByRole('button', { name: 'Download' })
    expect(download.compareDocumentPosition(another)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.getByText(/^by you/)).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: /Show the files you supplied/ })).toBeNull()
  })

  test.each([
    [/^Same words\s*Drawn anew/, `?from=${id}&again=1`],
    [/^New words/, `?from=${id}`],
  ])('another one with %s leads to the recipe', async (name, search) => {
    await serve(owned)
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Make another · $3.00' }))
    await user.click(await screen.findByRole('menuitem', { name }))
    expect(location.pathname + location.search).toBe(`/workflows/${workflowId}/remix${search}`)
  })

  test('tells the owner the seed and the whole number, folded away', async () => {
    await serve({ ...owned, seed: 1_234_567_890 })
    renderPage(`/creations/${id}`)
    const seed = await screen.findByText('1234567890')
    expect(seed.closest('details')?.open).toBe(false)
    expect(within(seed.closest('details') as HTMLElement).getByText(id)).toBeTruthy()
  })

  test('asks for new words where a run of the same would only repeat the creation', async () => {
    await serve({ ...owned, workflow: { ...view().workflow, varies: false } })
    renderPage(`/creations/${id}`)
    const another = await screen.findByRole('link', { name: 'Make another · $3.00' })
    expect(another.getAttribute('href')).toBe(`/workflows/${workflowId}/remix?from=${id}`)
  })

  test('enlarges the picture, and gives the focus back', async () => {
    await serve()
    const { user } = renderPage(`/creations/${id}`)
    const enlarge = await screen.findByRole('button', { name: 'Enlarge the picture' })
    await user.click(enlarge)
    expect(await screen.findByRole('dialog', { name: 'Oil portrait' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(enlarge)
  })

  test('links to more creations of the recipe and to the creator’s other recipes', async () => {
    const other = { ...sampleCreation(2), public: true, author_handle: 'ida' }
    await serve(
      {},
      {
        [`GET /workflows/${workflowId}/creations`]: () => ({
          creations: [sampleCreation(1), other],
          total: 2,
          has_more: false,
          offset: 0,
          limit: 20,
          next_cursor: null,
        }),
        'GET /workflows': () => listAnswer(2),
      },
    )
    renderPage(`/creations/${id}`)
    expect((await screen.findByRole('link', { name: /by @ida/ })).getAttribute('href')).toBe(
      `/creations/${other.id}`,
    )
    expect(await screen.findByRole('heading', { name: 'More recipes by @mara' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Made by others with this recipe' })).toBeTruthy()
  })

  test('shows AI Creation and Unknown date if name and date are missing', async () => {
    const workflow = { ...view().workflow, name: '' }
    await serve({ workflow, created_at: 'nonsense' })
    renderPage(`/creations/${id}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'AI Creation' })).toBeTruthy()
    expect(screen.getByText('Unknown date')).toBeTruthy()
  })

  test('shows a film with its poster', async () => {
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
  ])('several images in %s have a badge and can be switched', async (_, images) => {
    await serve({ image: null, media: null, images: images as string[] })
    const { user } = renderPage(`/creations/${id}`)
    expect(await screen.findByText('Image 1 of 2')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show image 2' }))
    expect(screen.getByText('Image 2 of 2')).toBeTruthy()
  })

  test('compares the only input picture with the result', async () => {
    await serve({
      user_inputs: { photo: '/media/in.png' },
      image: '/media/one.png',
    })
    const { user } = renderPage(`/creations/${id}`)
    const name = 'How much of the picture before to show'
    expect(await screen.findByRole('slider', { name })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Before and after' }))
    expect(screen.queryByRole('slider', { name })).toBeNull()
  })

  test('offers no remix of a withdrawn recipe', async () => {
    await serve({ workflow: { ...view().workflow, available: false } })
    renderPage(`/creations/${id}`)
    await screen.findByText(/no longer offered/)
    expect(screen.queryByRole('link', { name: 'Remix Workflow' })).toBeNull()
  })
})

describe('a creation that does not exist', () => {
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

  test('a failed call shows Failed to load creation', async () => {
    await serve({}, { [`GET /creations/${id}`]: () => new Refusal(403, { error: 'Not now' }) })
    renderPage(`/creations/${id}`)
    expect(await screen.findByText('Failed to load creation')).toBeTruthy()
    expect(screen.getByText('Not now')).toBeTruthy()
    expect(document.title).toBe('Creation — Vignette')
  })
})

test('the key of a secret link is sent to the server', async () => {
  const asked = await serve({ public: false })
  renderPage(`/creations/${id}?key=s3cret`)
  await screen.findByRole('heading', { level: 1, name: 'Oil portrait' })
  expect(asked.find(({ path }) => path === `/creations/${id}`)?.query.get('key')).toBe('s3cret')
})

describe('a download', () => {
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
  ])('with video %s has the name %s', async (video, name) => {
    const asked = await serve({ video }, { [`GET /creations/${id}/download`]: () => 'bytes' })
    const names = saved()
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    await waitFor(() => expect(names).toEqual([name]))
    const call = asked.find(({ path }) => path.endsWith('/download'))
    expect(call?.query.get('filename')).toBe(name)
  })

  test('hangs a picture for paper in its size above a sideboard, and takes it down again', async () => {
    const media = { ...view().media, width: 2728, height: 4096 } as CreationView['media']
    await serve({ media })
    const { user } = renderPage(`/creations/${id}`)
    const wall = await screen.findByRole('button', { name: 'On a wall' })
    await user.click(wall)
    const scene = await screen.findByRole('img', { name: /23 × 35 cm in print/ })
    const hung = scene.querySelector('image')
    expect(Number(hung?.getAttribute('width'))).toBeCloseTo(23.1, 1)
    expect(Number(hung?.getAttribute('height'))).toBeCloseTo(34.7, 1)
    await user.click(wall)
    expect(await screen.findByRole('button', { name: 'Enlarge the picture' })).toBeTruthy()
  })

  test('offers a picture for paper as PDF too, with the page’s size', async () => {
    const media = { ...view().media, width: 2728, height: 4096 } as CreationView['media']
    const asked = await serve({ media }, { [`GET /creations/${id}/download`]: () => 'bytes' })
    const names = saved()
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Other files' }))
    await user.click(await screen.findByRole('menuitem', { name: /^PDF, 23 × 35 cm/ }))
    await waitFor(() => expect(names).toEqual([`creation-${id}.pdf`]))
    const call = asked.find(({ path }) => path.endsWith('/download'))
    expect(call?.query.get('format')).toBe('pdf')
  })

  test('shows a set file by file, by press and by key, and downloads one or all of it', async () => {
    const files = [1, 2, 3].map((at) => ({
      ...sampleMedia(),
      id: sampleId(at),
      url: `/media/${at}/a.png`,
    }))
    const [media, ...further_files] = files
    const over = { media: media ?? null, image: '/media/1/a.png', file_count: 3, further_files }
    const asked = await serve(over, { [`GET /creations/${id}/download`]: () => 'bytes' })
    const names = saved()
    const { user } = renderPage(`/creations/${id}`)
    expect(await screen.findByText('Image 1 of 3')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show image 3' }))
    expect(screen.getByRole('img', { name: 'Oil portrait, 3 of 3' })).toBeTruthy()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(screen.getByText('Image 2 of 3')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(names).toEqual([`creation-${id}.zip`]))
    await user.click(screen.getByRole('button', { name: 'Other files' }))
    await user.click(await screen.findByRole('menuitem', { name: /^File 2/ }))
    await waitFor(() => expect(names).toEqual([`creation-${id}.zip`, `creation-${id}-2.png`]))
    const calls = asked.filter(({ path }) => path.endsWith('/download'))
    expect(calls.map(({ query }) => [query.get('format'), query.get('file')])).toEqual([
      ['zip', null],
      [null, '2'],
    ])
  })

  test('offers no PDF of a smaller picture', async () => {
    const media = { ...view().media, width: 1024, height: 1024 } as CreationView['media']
    await serve({ media })
    renderPage(`/creations/${id}`)
    await screen.findByRole('button', { name: 'Download' })
    expect(screen.queryByRole('button', { name: 'Other files' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'On a wall' })).toBeNull()
  })

  test('a refused download shows Download failed: {status}', async () => {
    await serve({}, { [`GET /creations/${id}/download`]: () => new Refusal(500) })
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Download' }))
    expect(await screen.findByText('Download failed: 500')).toBeTruthy()
  })
})

test('like is a toggle and sends no request', async () => {
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

test('a stranger can report a creation', async () => {
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
