import { act, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { listAnswer, sampleId, sampleWorkflow } from '../../../test/samples.ts'
import { Refusal } from '../../../test/start-api.ts'
import { me, serve } from './test-support/serve-profile.ts'

describe('a creator', () => {
  test('is led to the studio for money, which no figure here tells a second time', async () => {
    const asked = await serve({})
    renderPage('/profile?tab=creator')
    const money = await screen.findByRole('link', { name: 'Your money' })
    expect(money.getAttribute('href')).toBe('/studio/money')
    expect(asked.some(({ path }) => path === '/users/me/earnings')).toBe(false)
    expect(screen.getByRole('main').textContent).not.toMatch(/Pending|Available|Clears after|\$/)
  })

  test('sees which recipe an admin hid', async () => {
    const recipe = sampleWorkflow(1, { name: 'Riso', hidden: true })
    await serve({
      'GET /workflows': () => ({ ...listAnswer(0), workflows: [recipe] }),
    })
    renderPage('/profile?tab=creator')
    expect((await screen.findByText('Hidden')).closest('li')?.textContent).toContain('Riso')
  })

  test('sees no stale data of a recipe that was taken down', async () => {
    let list = [sampleWorkflow(1, { name: 'Riso' })]
    await serve({
      'GET /workflows': () => ({ ...listAnswer(0), workflows: list }),
      [`GET /workflows/${sampleId(1)}`]: () => list[0] ?? new Refusal(404),
      [`DELETE /workflows/${sampleId(1)}`]: () => {
        list = []
        return { ok: true }
      },
    })
    const { user, navigate } = renderPage(`/workflows/${sampleId(1)}`)
    await screen.findByRole('heading', { level: 1, name: 'Riso' })
    await act(async () => navigate('/workflows'))
    await screen.findByRole('article')
    await act(async () => navigate('/profile?tab=creator'))
    await user.click(await screen.findByRole('button', { name: 'Take down Riso' }))
    await user.click(await screen.findByRole('button', { name: 'Take down' }))
    expect(await screen.findByText('No recipes yet')).toBeTruthy()
    await act(async () => navigate('/workflows'))
    expect(await screen.findByText('No workflows yet')).toBeTruthy()
    await act(async () => navigate(`/workflows/${sampleId(1)}`))
    expect(await screen.findByText('Workflow not found')).toBeTruthy()
  })

  test('sees a list of recipes, edits a recipe, and takes a recipe down', async () => {
    let list = [sampleWorkflow(1, { name: 'Riso', user_id: me })]
    const asked = await serve({
      'GET /workflows': () => ({ ...listAnswer(0), workflows: list }),
      [`DELETE /workflows/${sampleId(1)}`]: () => {
        list = []
        return { ok: true }
      },
    })
    const { user } = renderPage('/profile?tab=creator')
    const edit = await screen.findByRole('link', { name: 'Edit Riso' })
    expect(edit.getAttribute('href')).toBe(`/workflows/create?edit=${sampleId(1)}`)
    expect(asked.find(({ path }) => path === '/workflows')?.query.get('creator')).toBe('me')
    await user.click(screen.getByRole('button', { name: 'Take down Riso' }))
    await user.click(await screen.findByRole('button', { name: 'Take down' }))
    expect(await screen.findByText('No recipes yet')).toBeTruthy()
  })
})
