import { screen, waitFor, within } from '@testing-library/react'
import type { ReceiptView } from '@vignette/contract/payments.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { Refusal } from '../../../test/start-api.ts'
import { id, owned, serve, view, workflowId } from './test-support/serve-creation.ts'

afterEach(() => vi.restoreAllMocks())

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
  seller: 'Old Shop Ltd',
  authorized_at: '2026-11-02T10:00:00Z',
  captured_at: '2026-11-02T10:01:00Z',
  ended_at: null,
  reference: null,
  refunded: 0,
  disputed: 0,
  lost: 0,
  tax: 0,
  tax_name: 'tax',
  creator_share: 210,
  platform_share: 90,
  refunds: [],
  creator_share_percent: 70,
  test_mode: true,
}

describe('the owner of a creation', () => {
  test('makes the creation public and shares the input files', async () => {
    const asked = await serve({ ...owned, user_inputs: { photo: '/media/in.png' } })
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

  test('sees why the creation may not be public', async () => {
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

  test('deletes the creation and can undo the delete', async () => {
    const asked = await serve(owned, {
      [`DELETE /creations/${id}`]: () => ({ ok: true }),
      [`POST /creations/${id}/restore`]: () => view(owned),
    })
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Delete creation' }))
    await waitFor(() => expect(location.pathname).toBe('/workflows'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(location.pathname).toBe(`/creations/${id}`))
    expect(asked.some(({ path }) => path.endsWith('/restore'))).toBe(true)
  })

  test('must confirm before a paid creation is deleted', async () => {
    const asked = await serve(owned, {
      [`GET /creations/${id}/receipt`]: () => ({ receipt }),
      [`DELETE /creations/${id}`]: () => ({ ok: true }),
    })
    const { user } = renderPage(`/creations/${id}`)
    await screen.findByRole('heading', { name: 'Receipt' })
    await user.click(screen.getByRole('button', { name: 'Delete creation' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete a creation you paid for?' })
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: 'Delete it' }))
    await waitFor(() => expect(location.pathname).toBe('/workflows'))
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(true)
  })

  test('must confirm as well while the receipt is still unknown', async () => {
    let tell: () => void = () => undefined
    const asked = await serve(owned, {
      [`GET /creations/${id}/receipt`]: () =>
        new Promise((resolve) => {
          tell = () => resolve({ receipt })
        }),
      [`DELETE /creations/${id}`]: () => ({ ok: true }),
    })
    const { user } = renderPage(`/creations/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Delete creation' }))
    await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/receipt'))).toBe(true))
    tell()
    expect(
      await screen.findByRole('dialog', { name: 'Delete a creation you paid for?' }),
    ).toBeTruthy()
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(false)
  })

  test('sees the operator’s address', async () => {
    await serve(owned, { [`GET /creations/${id}/receipt`]: () => ({ receipt }) })
    renderPage(`/creations/${id}`)
    const panel = (await screen.findByRole('heading', { name: 'Receipt' })).closest('section')
    const link = await within(panel as HTMLElement).findByRole('link', {
      name: 'hello@example.com',
    })
    expect(link.getAttribute('href')).toBe('mailto:hello@example.com')
  })

  test('sees that a charge is through without a reload', async () => {
    let answers = 0
    await serve(owned, {
      [`GET /creations/${id}/receipt`]: () => ({
        receipt: { ...receipt, state: answers++ === 0 ? 'capture_requested' : 'captured' },
      }),
    })
    renderPage(`/creations/${id}`)
    expect(await screen.findByText('Being charged')).toBeTruthy()
    expect(await screen.findByText('Paid')).toBeTruthy()
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
      'Sold byOld Shop Ltd',
      '$3.00',
      'To the creator (70%)$2.10',
      'What happens next: The creator’s share clears on November 9.',
    ])
      expect(words).toContain(part)
    // Two shares beside their sum read like three amounts to pay.
    expect(words).not.toContain('$0.90')
  })

  test('reads today’s operator on a receipt that was written without its seller', async () => {
    await serve(owned, {
      [`GET /creations/${id}/receipt`]: () => ({ receipt: { ...receipt, seller: null } }),
    })
    renderPage(`/creations/${id}`)
    const term = await screen.findByText('Sold by')
    expect(term.nextElementSibling?.textContent).toBe('Vignette Ltd')
  })

  test('sees that a refund came back from the bank', async () => {
    const refund = { amount: 100, failed: true, why: null, note: null }
    const refunds = [{ ...refund, created_at: '2026-11-03T10:00:00Z' }]
    await serve(owned, {
      [`GET /creations/${id}/receipt`]: () => ({ receipt: { ...receipt, refunds } }),
    })
    renderPage(`/creations/${id}`)
    expect(await screen.findByText(/A refund of \$1\.00 did not go through/)).toBeTruthy()
  })
})
