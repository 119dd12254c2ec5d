import { screen, waitFor, within } from '@testing-library/react'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { describe, expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { listAnswer, sampleWorkflow } from '../../../../test/samples.ts'
import { startApi } from '../../../../test/start-api.ts'
import { id, serveWorkflow } from './test-support/serve-workflow.ts'

describe('the creator', () => {
  const own = (over: Partial<WorkflowView> = {}) =>
    sampleWorkflow(1, { name: 'Riso', is_owner: true, ...over })

  test('can edit and take down the recipe on its page', async () => {
    const asked = await startApi({
      [`GET /workflows/${id}`]: () => own(),
      [`DELETE /workflows/${id}`]: () => ({ ok: true }),
      'GET /workflows': () => listAnswer(0),
    })
    const { user } = renderPage(`/workflows/${id}`)
    const edit = await screen.findByRole('link', { name: 'Edit' })
    expect(edit.getAttribute('href')).toBe(`/workflows/create?edit=${id}`)
    await user.click(screen.getByRole('button', { name: 'Take down' }))
    const dialog = await screen.findByRole('dialog', { name: 'Take it off the market?' })
    await user.click(within(dialog).getByRole('button', { name: 'Take down' }))
    // There it can be restored.
    await waitFor(() => expect(location.pathname).toBe('/studio/recipes'))
    expect(asked.some(({ method }) => method === 'DELETE')).toBe(true)
  })

  test('sees that an admin hid the recipe', async () => {
    await startApi({ [`GET /workflows/${id}`]: () => own({ hidden: true }) })
    renderPage(`/workflows/${id}`)
    expect(await screen.findByText(/An admin hid this recipe/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Start/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  })

  test('reads the recipe’s state, and finds the studio', async () => {
    await startApi({ [`GET /workflows/${id}`]: () => own({ state: 'unlisted' }) })
    renderPage(`/workflows/${id}`)
    expect(await screen.findByText(/unlisted: its address alone leads here/)).toBeTruthy()
    const actions = within(screen.getByRole('main'))
    expect(actions.getByRole('link', { name: 'Studio' }).getAttribute('href')).toBe(
      `/studio/recipes/${id}`,
    )
  })

  test('finds why the runs fail', async () => {
    const failing = { failing: true, not_for_sale: 'Its last remixes failed.' }
    await startApi({ [`GET /workflows/${id}`]: () => own(failing) })
    renderPage(`/workflows/${id}`)
    const why = await screen.findByRole('link', { name: 'See why' })
    expect(why.getAttribute('href')).toBe(`/studio/recipes/${id}`)
    expect(screen.queryByRole('link', { name: /^Start/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'I have paid already' })).toBeNull()
  })

  test('is the only user with these actions', async () => {
    await serveWorkflow()
    renderPage(`/workflows/${id}`)
    await screen.findByRole('link', { name: /^Start Remix/ })
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  })
})
