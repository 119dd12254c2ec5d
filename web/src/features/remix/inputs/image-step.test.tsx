import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MEGABYTE } from '@vignette/contract/upload-limits.ts'
import { useState } from 'react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeCanvas } from '../../../../test/fake-canvas.ts'
import { sampleId } from '../../../../test/samples.ts'
import { Refusal, startApi } from '../../../../test/start-api.ts'
import { forgetCookie } from '../../../lib/browser.ts'
import { AuthProvider } from '../../../lib/identity/auth-context.tsx'
import { makeStep } from '../test-support/make-step.ts'
import {
  reduceWizard,
  startWizard,
  type WizardAction,
  type WizardState,
} from '../wizard/reducer.ts'
import { UPLOADING } from '../wizard/rules.ts'
import type { FileValue, WizardStep } from '../wizard/step.ts'
import { ImageStep } from './image-step.tsx'
import type { Uploads } from './use-uploads.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const value = (fileName: string, url = `/media/${fileName}`): FileValue => ({
  url,
  id: 'm1',
  fileName,
  fileSize: 10,
  contentType: 'image/png',
  thumbnail: null,
})

/** The step in a wizard of its own; a test decides when uploads end. */
function show(part: Partial<WizardStep> = {}, before: FileValue | null = null) {
  const sent: File[] = []
  const seen: { wizard?: WizardState; end?: (action: WizardAction) => void } = {}
  function Step() {
    const [wizard, setWizard] = useState(() => {
      const empty = startWizard([makeStep({ step_type: 'image_input', title: 'Photo', ...part })])
      return reduceWizard(empty, { type: 'chosen', index: 0, value: before })
    })
    const [progress, setProgress] = useState<Uploads['progress']>({})
    seen.wizard = wizard
    const dispatch = (action: WizardAction) => setWizard((old) => reduceWizard(old, action))
    seen.end = (action) => {
      setProgress({})
      dispatch(action)
    }
    const [step] = wizard.steps
    const [state] = wizard.states
    if (!step || !state) return null
    return (
      <ImageStep
        step={step}
        state={state}
        index={0}
        dispatch={dispatch}
        onEditing={() => undefined}
        uploads={{
          progress,
          start: ({ index, files: [chosen] }) => {
            if (!chosen) return
            const { file } = chosen
            sent.push(file)
            dispatch({ type: 'uploadStarted', index })
            setProgress({ [index]: { fileName: file.name, percent: 0 } })
          },
          cancel: () => seen.end?.({ type: 'uploadFailed', index: 0, error: 'Upload cancelled' }),
        }}
      />
    )
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <AuthProvider>
        <Step />
      </AuthProvider>
    </QueryClientProvider>,
  )
  return {
    user: userEvent.setup({ applyAccept: false }),
    sent,
    state: () => seen.wizard?.states[0],
    end: (action: WizardAction) => act(() => seen.end?.(action)),
  }
}

const input = () => screen.getByLabelText(/choose/i)
const button = (name: string) => screen.getByRole('button', { name })
const picture = (name = 'photo.png') => new File(['x'], name, { type: 'image/png' })
const said = () => screen.getAllByRole('status')[0]?.textContent

describe('an upload, for keyboard and screen reader,', () => {
  it('announces its state, and moves the focus to the main element', async () => {
    fakeCanvas()
    const { user, end } = show()
    expect(said()).toBe('')
    await user.upload(input(), picture())
    await vi.waitFor(() => expect(said()).toBe('Uploading photo.png'))
    expect(document.activeElement).toBe(button('Cancel upload'))
    end({ type: 'chosen', index: 0, value: value('photo.png') })
    expect(said()).toBe('photo.png uploaded')
    expect(document.activeElement).toBe(button('Edit image'))
    await user.click(button('Remove'))
    expect(document.activeElement).toBe(input())
  })

  it('takes no focus from an element that still exists', async () => {
    fakeCanvas()
    const { user, end } = show()
    await user.upload(input(), picture())
    await screen.findByRole('button', { name: 'Cancel upload' })
    const elsewhere = document.body.appendChild(document.createElement('button'))
    elsewhere.focus()
    end({ type: 'chosen', index: 0, value: value('photo.png') })
    expect(document.activeElement).toBe(elsewhere)
    elsewhere.remove()
  })
})

describe('replacing a picture', () => {
  it('keeps the old picture if the new one cannot be used', async () => {
    fakeCanvas()
    const { user, state } = show({}, value('good.png'))
    await user.upload(input(), new File(['x'], 'a.gif', { type: 'image/gif' }))
    await screen.findByText(/^Invalid file type/)
    expect(state()).toMatchObject({ value: { fileName: 'good.png' }, isValid: true })
  })

  it('keeps the old picture if the upload is cancelled', async () => {
    fakeCanvas()
    const { user, state } = show({}, value('good.png'))
    await user.upload(input(), picture('new.png'))
    await user.click(await screen.findByRole('button', { name: 'Cancel upload' }))
    screen.getByText('Upload cancelled')
    expect(state()).toMatchObject({ value: { fileName: 'good.png' }, isValid: true })
  })

  it('keeps the old picture if the crop of the new one is abandoned', async () => {
    fakeCanvas()
    const { user, state } = show({ imageSize: { width: 150, height: 150 } }, value('good.png'))
    await user.upload(input(), picture('new.png'))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(state()).toMatchObject({ value: { fileName: 'good.png' }, isValid: true })
    expect(document.activeElement).toBe(button('Edit image'))
  })
})

describe('an edited picture', () => {
  const inline = value('fox.png', 'data:image/png;base64,AAEC')

  it('is refused if too little of the picture is left, and the editor stays open', async () => {
    fakeCanvas({ size: { width: 90, height: 300 } })
    const { user, state } = show({}, inline)
    await user.click(button('Edit image'))
    const use = await screen.findByRole('button', { name: 'Use this picture' })
    await vi.waitFor(() => expect(use).toHaveProperty('disabled', false))
    await user.click(use)
    expect(screen.getByRole('alert').textContent).toBe(
      'Image width too small. Minimum: 100px, got: 90px',
    )
    expect(state()).toMatchObject({ value: inline, isValid: true })
  })

  it('is uploaded once it is used, so that a reload finds the edit', async () => {
    fakeCanvas()
    const { user, state, sent, end } = show({}, value('good.png'))
    vi.stubGlobal('fetch', async () => new Response('x'))
    await user.click(button('Edit image'))
    const use = await screen.findByRole('button', { name: 'Use this picture' })
    await vi.waitFor(() => expect(use).toHaveProperty('disabled', false))
    await user.click(use)
    expect(sent.map(({ name, type }) => [name, type])).toEqual([['good.png', 'image/png']])
    // Until then a reload finds the uploaded file behind the edit.
    expect(state()).toMatchObject({ error: UPLOADING, value: { madeOf: '/media/good.png' } })
    expect(document.activeElement).toBe(button('Cancel upload'))
    end({ type: 'chosen', index: 0, value: value('good.png', '/media/edit.png') })
    expect(screen.queryByText(/^Your edited picture is on this page alone/)).toBeNull()
    expect(said()).toBe('good.png uploaded')
  })

  it('stays where its upload fails, says so, and can be uploaded again', async () => {
    fakeCanvas()
    const { user, state, sent, end } = show({}, inline)
    await user.click(button('Edit image'))
    const use = await screen.findByRole('button', { name: 'Use this picture' })
    await vi.waitFor(() => expect(use).toHaveProperty('disabled', false))
    await user.click(use)
    end({ type: 'uploadFailed', index: 0, error: 'Network error during upload' })
    screen.getByText('Network error during upload')
    screen.getByText(/^Your edited picture is on this page alone/)
    expect(state()).toMatchObject({ value: { url: 'data:image/png;base64,AA==' }, isValid: true })
    await user.click(button('Try again'))
    expect(sent).toHaveLength(2)
    expect(state()?.error).toBe(UPLOADING)
  })

  it('may be as small as the recipe allows', async () => {
    fakeCanvas({ size: { width: 200, height: 200 } })
    const { user, state } = show({ imageSize: { width: 64, height: 64 } }, inline)
    await user.click(button('Edit image'))
    const use = await screen.findByRole('button', { name: 'Use this picture' })
    await vi.waitFor(() => expect(use).toHaveProperty('disabled', false))
    await user.click(use)
    expect(state()?.value).toMatchObject({ url: 'data:image/png;base64,AA==' })
    expect(said()).toBe('Uploading fox.png')
  })

  it('becomes a JPEG of quality 0.9 if its PNG is too large', async () => {
    const { encoded } = fakeCanvas({ pngBytes: 9 * MEGABYTE })
    const { user, state } = show({}, inline)
    await user.click(button('Edit image'))
    const use = await screen.findByRole('button', { name: 'Use this picture' })
    await vi.waitFor(() => expect(use).toHaveProperty('disabled', false))
    await user.click(use)
    expect(encoded).toContainEqual({ type: 'image/jpeg', quality: 0.9 })
    expect(state()?.value).toMatchObject({ fileName: 'fox.jpg', contentType: 'image/jpeg' })
  })
})

describe('a picture', () => {
  const paste = (target: EventTarget, files: File[]) =>
    fireEvent.paste(target as Element, { clipboardData: { files } })

  it('can be pasted; pasted words are left alone', async () => {
    fakeCanvas()
    const { sent } = show()
    expect(paste(document.body, [])).toBe(true)
    expect(paste(document.body, [picture('shot.png')])).toBe(false)
    await vi.waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['shot.png']))
  })

  it('can be dropped', async () => {
    fakeCanvas()
    const { sent } = show()
    fireEvent.drop(screen.getByText('Drop, paste or choose a picture'), {
      dataTransfer: { files: [picture('dropped.png')] },
    })
    await vi.waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['dropped.png']))
  })

  it('pasted where a page asks for two goes to the focused one, else to the first', async () => {
    fakeCanvas()
    const [first, second] = [show(), show()]
    const [one, other] = screen.getAllByLabelText(/choose/i)
    other?.focus()
    paste(other ?? document, [picture('b.png')])
    await vi.waitFor(() => expect(second.sent).toHaveLength(1))
    expect(first.sent).toHaveLength(0)
    act(() => one?.blur())
    ;(document.activeElement as HTMLElement | null)?.blur()
    paste(document.body, [picture('a.png')])
    await vi.waitFor(() => expect(first.sent).toHaveLength(1))
  })
})

describe('for whoever has no picture at hand', () => {
  const media = (part: object = {}) => ({
    id: sampleId(7),
    kind: 'image',
    url: '/media/7/t.png',
    content_type: 'image/png',
    bytes: 14 * MEGABYTE,
    width: 2728,
    height: 4096,
    preview_url: '/media/7/t.preview.webp',
    placeholder: null,
    variants: [],
    ...part,
  })
  const creation = (part: object) => ({
    id: sampleId(5),
    workflow_name: 'In Oils',
    media: media(),
    video: null,
    image: null,
    images: [],
    ...part,
  })
  const guest = `anon_${'a'.repeat(24)}`
  const knowGuest = () => {
    localStorage.setItem('user_id', guest)
    document.cookie = `csrf_token=1-nonce.${sampleId(7)}.signed; Path=/`
    onTestFinished(() => forgetCookie('csrf_token'))
  }
  const serve = async (items: object[] | Refusal) => {
    await startApi({
      [`GET /users/${guest}/creations`]: () =>
        items instanceof Refusal ? items : { items, nextOffset: null, next_cursor: null },
    })
    knowGuest()
  }

  it('there are ours, which are uploaded like any other', async () => {
    fakeCanvas()
    const { user, sent } = show()
    const ours = within(await screen.findByRole('list', { name: 'Try with ours' }))
    vi.stubGlobal('fetch', async () => new Response(new Blob(['x'], { type: 'image/webp' })))
    await user.click(ours.getByRole('button', { name: 'Use A lake at dawn' }))
    await vi.waitFor(() => expect(sent[0]?.name).toBe('A lake at dawn.webp'))
  })

  it('ours that do not load are told of, and nothing is chosen', async () => {
    const { user, state } = show()
    const ours = await screen.findByRole('button', { name: 'Use A fox in the forest' })
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
    await user.click(ours)
    await screen.findByText('“A fox in the forest” could not be loaded. Please try again.')
    expect(state()?.value).toBeNull()
  })

  it('there are their own creations, of any size, which are not uploaded again', async () => {
    await serve([
      creation({}),
      creation({ id: sampleId(6), workflow_name: 'A proof', proof_until: '2026-11-03T14:05:00Z' }),
      creation({ id: sampleId(8), workflow_name: 'A film', media: media({ kind: 'video' }) }),
    ])
    const { user, sent, state } = show()
    const own = within(await screen.findByRole('list', { name: 'From your creations' }))
    expect(own.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Use In Oils',
    ])
    await user.click(own.getByRole('button'))
    expect(sent).toEqual([])
    expect(state()).toMatchObject({
      isValid: true,
      value: { url: '/media/7/t.png', id: sampleId(7), fileSize: 14 * MEGABYTE },
    })
    expect(said()).toBe('In Oils uploaded')
  })

  it('a creation is cut where the recipe asks for a size, however large it is', async () => {
    fakeCanvas()
    await serve([creation({})])
    const { user } = show({ imageSize: { width: 150, height: 150 } })
    const own = await screen.findByRole('button', { name: 'Use In Oils' })
    const large = new Blob([new Uint8Array(11 * MEGABYTE)], { type: 'image/png' })
    vi.stubGlobal('fetch', async () => new Response(large))
    await user.click(own)
    await screen.findByRole('button', { name: 'Use this picture' })
  })

  it.each([
    ['no creations', []],
    ['no list yet', new Refusal(404, { code: 'not_found', error: 'gone' })],
  ])('a visitor with %s sees ours alone', async (_, items) => {
    await serve(items)
    show()
    await screen.findByRole('list', { name: 'Try with ours' })
    expect(screen.queryByRole('list', { name: 'From your creations' })).toBeNull()
  })

  it('creations that do not load are told of and can be asked for again', async () => {
    let failed = false
    await startApi({
      [`GET /users/${guest}/creations`]: () => {
        if (failed) return { items: [creation({})], nextOffset: null, next_cursor: null }
        failed = true
        return new Refusal(500, { code: 'internal', error: 'broken' })
      },
    })
    knowGuest()
    const { user } = show()
    await screen.findByText(/Your creations could not be loaded/)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('button', { name: 'Use In Oils' })
  })
})
