import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleUser, sampleWorkflow } from '../../../../test/samples.ts'
import { startApi } from '../../../../test/start-api.ts'
import { id, serveWorkflow } from './test-support/serve-workflow.ts'

test('like toggles and stays local', async () => {
  const asked = await serveWorkflow()
  const { user } = renderPage(`/workflows/${id}`)
  const like = await screen.findByRole('button', { name: 'Like' })
  expect(like.getAttribute('aria-pressed')).toBe('false')
  await user.click(like)
  expect(like.getAttribute('aria-pressed')).toBe('true')
  expect(asked.some(({ method, path }) => method !== 'GET' && path !== '/analytics/batch')).toBe(
    false,
  )
})

test('share copies the page’s link without a system share sheet', async () => {
  await serveWorkflow()
  const { user } = renderPage(`/workflows/${id}`)
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  expect(await screen.findByRole('menuitem', { name: /^Embed/ })).toBeTruthy()
  await user.click(screen.getByRole('menuitem', { name: 'Share the link' }))
  await waitFor(() => expect(copied).toHaveBeenCalledWith(`${location.origin}/@mara/recipe-1`))
})

test('a report is sent with its reason, and its sender learns what happens next and its number', async () => {
  const asked = await startApi({
    [`GET /workflows/${id}`]: () => sampleWorkflow(1),
    'POST /reports': () => ({ id: 'report-7' }),
  })
  const { user } = renderPage(`/workflows/${id}`)
  await user.click(await screen.findByRole('button', { name: 'Report' }))
  await user.click(await screen.findByRole('button', { name: 'Send report' }))
  const reason = screen.getByRole('combobox', { name: 'Reason' })
  await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Please choose a reason')).toBeTruthy()
  await user.selectOptions(reason, 'copyright')
  expect(screen.queryByText('Please choose a reason')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send report' }))
  const thanks = await screen.findByRole('dialog', { name: 'Thank you' })
  expect(thanks.textContent).toContain('A person looks at it next')
  expect(thanks.textContent).toContain('report-7')
  const sent = asked.find(({ path }) => path === '/reports')
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    subject_type: 'workflow',
    subject_id: id,
    reason: 'copyright',
    note: '',
  })
  expect(sent?.headers['idempotency-key']).toBeTruthy()
})

test('whoever moderates hides it at once instead, and a visitor is not asked', async () => {
  const asked = await startApi({
    [`GET /workflows/${id}`]: () => sampleWorkflow(1),
    'GET /auth/me': () => sampleUser({ roles: ['user', 'moderator'] }),
    'POST /admin/decisions': () => ({ ok: true }),
  })
  const { user } = renderPage(`/workflows/${id}`)
  await user.click(await screen.findByRole('button', { name: 'Report' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'What happens' }), 'hide')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'hate')
  await user.click(screen.getByRole('button', { name: 'Hide it' }))
  expect(await screen.findByText('It is hidden')).toBeTruthy()
  const sent = asked.find(({ path }) => path === '/admin/decisions')
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ action: 'hide', reason: 'hate' })
  expect(asked.some(({ path }) => path === '/reports')).toBe(false)
})
