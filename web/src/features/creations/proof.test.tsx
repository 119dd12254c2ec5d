import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { CreationView } from '@vignette/contract/creations.ts'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleId } from '../../../test/samples.ts'
import { Refusal } from '../../../test/start-api.ts'
import { forgetCookie } from '../../lib/browser.ts'
import { id, owned, serve, view, workflowId } from './test-support/serve-creation.ts'

afterEach(() => vi.restoreAllMocks())
// The rise of the whole file out of a blur is the browser's.
beforeEach(() =>
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList),
)

const proof = {
  expires_at: '2026-11-03T14:05:00Z',
  draws: 3,
  draws_left: 2,
  price: 300,
  beside: [{ id, media: null }],
  drawing: false,
  whole: { width: 2728, height: 4096, seconds: null },
} satisfies CreationView['proof']
const shown = { ...owned, proof }
const button = (name: string | RegExp) => screen.findByRole('button', { name })

describe('a proof', () => {
  test('says what each answer does to the money, until when, and offers nothing else', async () => {
    await serve(shown)
    renderPage(`/creations/${id}`)
    await button('Keep it · $3.00')
    expect(screen.getByText('Proof 1 of 3')).toBeTruthy()
    expect(
      screen.getByText(/^\$3\.00 is charged\. You get PNG, 2728 × 4096 px, .*without the mark\.$/),
    ).toBeTruthy()
    expect(screen.getByText(/^Another proof from the same inputs: 2 more/)).toBeTruthy()
    expect(
      screen.getByText('The proof is deleted, and the $3.00 you authorised is released.'),
    ).toBeTruthy()
    expect(screen.getByText(/^Nov 3, /)).toBeTruthy()
    for (const name of ['Download', 'Share', 'Delete creation', 'Create secret link'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('radio', { name: /^Public/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Make another/ })).toBeNull()
  })

  test('leads from a phone’s bar to its other choices', async () => {
    await serve(shown)
    const { user } = renderPage(`/creations/${id}`)
    const panel = await screen.findByRole('region', { name: 'Do you like it?' })
    const scroll = vi.fn()
    panel.scrollIntoView = scroll
    await user.click(await button('Other choices'))
    expect(scroll).toHaveBeenCalledWith({ block: 'start' })
  })

  test('a kept proof becomes the whole creation, and two clicks keep the proof once', async () => {
    // The answer comes after both clicks: the second would move the focus, as any click does.
    const clicked = Promise.withResolvers<void>()
    const asked = await serve(shown, {
      [`POST /creations/${id}/keep`]: () =>
        clicked.promise.then(() => view({ ...owned, proof: null })),
    })
    const { user } = renderPage(`/creations/${id}`)
    await user.dblClick(await button('Keep it · $3.00'))
    clicked.resolve()
    await button('Download')
    // Shown, and announced.
    expect(screen.getAllByText('It is yours!')).toHaveLength(2)
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(screen.queryByRole('heading', { name: 'Do you like it?' })).toBeNull()
    expect(asked.filter(({ path }) => path.endsWith('/keep'))).toHaveLength(1)
  })

  test('the page asks before a proof is declined, and nothing is charged', async () => {
    const asked = await serve(shown, { [`POST /creations/${id}/decline`]: () => ({}) })
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await button('Not for me'))
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep looking' }),
    )
    const declined = `/creations/${id}/decline`
    expect(asked.filter(({ path }) => path === declined)).toEqual([])
    await user.click(await button('Not for me'))
    await user.click(await screen.findByRole('radio', { name: 'Not like the preview' }))
    await user.click(await button('Let it go'))
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Nothing was charged' }),
    ).toBeTruthy()
    expect(asked.filter(({ path }) => path === declined).map(({ body }) => body)).toEqual([
      JSON.stringify({ reason: 'preview' }),
    ])
    expect(screen.getByText(/^The proof is let go\. The \$3\.00 you authorised/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Try this recipe again' }).getAttribute('href')).toBe(
      `/workflows/${workflowId}/remix?input.scene=a+harbour`,
    )
  })

  test('a proof that is drawn again leads to the new run', async () => {
    await serve(shown, {
      [`POST /creations/${id}/redraw`]: () => ({
        job_id: 'job-2',
        status: 'QUEUED',
        generation_time: 4,
      }),
    })
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await button('Draw it again'))
    await waitFor(() => expect(location.pathname).toBe(`/workflows/${workflowId}/remix`))
  })

  test('may be drawn of other words', async () => {
    const refusal = 'The words “pipe bomb” are not allowed here.'
    let refused = false
    const asked = await serve(shown, {
      [`POST /creations/${id}/redraw`]: () => {
        if (refused) return { job_id: 'job-2', status: 'QUEUED', generation_time: 4 }
        refused = true
        const details = [{ path: 'user_inputs.scene', message: refusal }]
        return new Refusal(422, { code: 'content_refused', error: refusal, details })
      },
    })
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await button('Change my words'))
    const field = await screen.findByLabelText<HTMLTextAreaElement>('What it shows')
    expect(field.value).toBe('a harbour')
    await user.clear(field)
    await user.type(field, 'a pipe bomb')
    await user.click(await button('Draw with these words'))
    expect((await screen.findByRole('alert')).textContent).toBe(refusal)
    await user.clear(field)
    await user.type(field, 'a market')
    await user.click(await button('Draw with these words'))
    await waitFor(() => expect(location.pathname).toBe(`/workflows/${workflowId}/remix`))
    const sent = asked.filter(({ path }) => path.endsWith('/redraw'))
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
      { user_inputs: { scene: 'a pipe bomb' } },
      { user_inputs: { scene: 'a market' } },
    ])
  })

  test('may be drawn of another day and another number', async () => {
    const part = { words: true, options: [] }
    const asks = [
      { ...part, key: 'day', title: 'The date', look: 'date' as const, min: 19000101, max: null },
      { ...part, key: 'sheets', title: 'Sheets', look: 'slider' as const, min: 3, max: 16 },
    ]
    const asked = await serve(
      {
        ...shown,
        user_inputs: { day: 20190614, sheets: 8 },
        workflow: { ...view(shown).workflow, asks },
      },
      {
        [`POST /creations/${id}/redraw`]: () => ({
          job_id: 'job-2',
          status: 'QUEUED',
          generation_time: 4,
        }),
      },
    )
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await button('Change my words'))
    const day = await screen.findByLabelText<HTMLInputElement>('The date')
    expect(day.value).toBe('2019-06-14')
    fireEvent.change(day, { target: { value: '2020-07-01' } })
    screen.getByRole('slider', { name: 'Sheets' }).focus()
    await user.keyboard('{ArrowLeft}')
    await user.click(await button('Draw with these words'))
    await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/redraw'))).toBe(true))
    const sent = asked.find(({ path }) => path.endsWith('/redraw'))
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      user_inputs: { day: '20200701', sheets: '7' },
    })
  })

  test('stands beside the others of its payment, and keeping it asks about them', async () => {
    const second = sampleId(1002)
    const both = { ...proof, draws_left: 1, beside: [...proof.beside, { id: second, media: null }] }
    const asked = await serve(
      { ...shown, proof: both },
      {
        [`GET /creations/${second}`]: () => view({ ...shown, id: second, proof: both }),
        [`POST /creations/${second}/keep`]: () => view({ ...owned, id: second, proof: null }),
      },
    )
    const { user } = renderPage(`/creations/${id}`)
    expect(await screen.findByRole('heading', { name: 'Which one do you like?' })).toBeTruthy()
    expect(screen.getByText('Proof 1 of 3')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Proof 2' }))
    expect(await screen.findByText('Proof 2 of 3')).toBeTruthy()
    expect(location.pathname).toBe(`/creations/${second}`)
    await user.click(await button('Keep it · $3.00'))
    const dialog = within(await screen.findByRole('dialog'))
    expect(
      dialog.getByText('$3.00 is charged, and the other proof is deleted for good.'),
    ).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Keep it · $3.00' }))
    await button('Download')
    expect(screen.getAllByText('It is yours!').length).toBeGreaterThan(0)
    expect(asked.filter(({ path }) => path.endsWith('/keep'))).toMatchObject([
      { path: `/creations/${second}/keep` },
    ])
  })

  test('is not decided while another one is being drawn', async () => {
    await serve({ ...shown, proof: { ...proof, drawing: true } })
    renderPage(`/creations/${id}`)
    const link = await screen.findByRole('link', { name: 'See how far it is' })
    expect(link.getAttribute('href')).toBe(`/workflows/${workflowId}/remix`)
    for (const name of [/^Keep it/, 'Draw it again', 'Not for me'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })

  test('is not drawn again after the last draw', async () => {
    const beside = [1002, 1003].map((at) => ({ id: sampleId(at), media: null }))
    await serve({
      ...shown,
      proof: { ...proof, draws_left: 0, beside: [...beside, ...proof.beside] },
    })
    renderPage(`/creations/${id}`)
    await button('Keep it · $3.00')
    expect(screen.getByText('Proof 3 of 3')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Draw it again' })).toBeNull()
  })

  test('an answer that comes too late is refused with a sentence, and the page offers no answer any more', async () => {
    const late = 'The time to keep this proof has ended, and nothing was charged.'
    await serve(shown, {
      [`POST /creations/${id}/keep`]: () =>
        new Refusal(409, { code: 'payment_state', error: late }),
    })
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await button('Keep it · $3.00'))
    expect((await screen.findByRole('alert')).textContent).toBe(late)
    expect(screen.queryByRole('button', { name: 'Not for me' })).toBeNull()
  })

  test('the page says that a proof is gone which another tab declined', async () => {
    await serve(shown, {
      [`POST /creations/${id}/keep`]: () => new Refusal(404, { code: 'not_found', error: 'gone' }),
    })
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await button('Keep it · $3.00'))
    expect(await screen.findByRole('heading', { name: 'This proof is gone' })).toBeTruthy()
  })

  test('stays decidable when its recipe can draw no more', async () => {
    await serve(shown, {
      [`POST /creations/${id}/redraw`]: () =>
        new Refusal(410, { code: 'gone', error: 'This recipe is no longer offered.' }),
    })
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await button('Draw it again'))
    expect((await screen.findByRole('alert')).textContent).toBe('This recipe is no longer offered.')
    await button('Keep it · $3.00')
  })

  test('the proof of a film says what the proof leaves out', async () => {
    await serve({
      ...shown,
      video: '/media/proof.mp4',
      image: null,
      proof: { ...proof, whole: { width: 1280, height: 720, seconds: 8 } },
    })
    renderPage(`/creations/${id}`)
    await button('Keep it · $3.00')
    expect(
      screen.getByText(/its first 3 seconds, small, with a mark and without sound/),
    ).toBeTruthy()
    expect(screen.getByText(/You get MP4, 1280 × 720 px, 8 s,/)).toBeTruthy()
  })
})

describe('at the address of what is gone', () => {
  const receipt = {
    id: 'payment-1',
    workflow_id: workflowId,
    workflow_name: 'Oil portrait',
    amount: 300,
    state: 'released',
    captured_at: null,
    refunded: 0,
    disputed: 0,
    lost: 0,
  }
  const open = (given: object | null, creationId: string | null = null) => {
    // The server knows this visitor.
    document.cookie = `csrf_token=1-nonce.${sampleId(7)}.signed; Path=/`
    onTestFinished(() => forgetCookie('csrf_token'))
    return serve(owned, {
      [`GET /creations/${id}`]: () => new Refusal(404, { code: 'not_found', error: 'gone' }),
      [`GET /creations/${id}/receipt`]: () => ({ receipt: given, creation_id: creationId }),
    })
  }

  test('the buyer of a proof that was not kept reads that nothing was charged', async () => {
    await open(receipt)
    renderPage(`/creations/${id}`)
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This proof is gone' }),
    ).toBeTruthy()
    expect(
      screen.getByText('It was not kept, and its file is deleted. $3.00: not charged.'),
    ).toBeTruthy()
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(link('See the receipt')).toBe('/receipts/payment-1')
    expect(link('Try this recipe again')).toBe(`/workflows/${workflowId}/remix`)
  })

  test('the buyer of a deleted creation reads what was paid', async () => {
    const captured = { state: 'captured', captured_at: '2026-11-02T10:00:00Z' }
    await open({ ...receipt, ...captured }, id)
    renderPage(`/creations/${id}`)
    expect(await screen.findByRole('heading', { name: 'This creation is gone' })).toBeTruthy()
    expect(screen.getByText('It was deleted, and its file with it. $3.00: paid.')).toBeTruthy()
  })

  test('the buyer of a proof that was not kept is led to the one that was', async () => {
    await open({ ...receipt, state: 'delivered' }, 'creation-2')
    renderPage(`/creations/${id}`)
    const next = await screen.findByRole('link', { name: 'See that one' })
    expect(next.getAttribute('href')).toBe('/creations/creation-2')
    expect(
      screen.getByText(/^It was not kept: another of the same payment stands in its place\./),
    ).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Try this recipe again' })).toBeNull()
  })

  test('a reader who is not the buyer reads that the creation was not found', async () => {
    await open(null)
    renderPage(`/creations/${id}`)
    expect(await screen.findByRole('heading', { name: 'Creation not found' })).toBeTruthy()
  })
})
