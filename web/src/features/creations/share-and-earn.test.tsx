import { screen } from '@testing-library/react'
import { REFERRAL } from '@vignette/contract/referral-limits.ts'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleUser } from '../../../test/samples.ts'
import { id, owned, serve, view, workflowId } from './test-support/serve-creation.ts'

const open = async (over: Parameters<typeof serve>[0], username: string | null = 'ann') => {
  await serve(over, { 'GET /auth/me': () => sampleUser({ username }) })
  return renderPage(`/creations/${id}`)
}
const heading = () => screen.findByRole('heading', { name: 'Share and earn 5%' })

test('the owner copies a link to the recipe that names the owner', async () => {
  const { user } = await open(owned)
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  expect(await heading()).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Share my link' }))
  expect(await screen.findByText('The link is copied.')).toBeTruthy()
  expect(REFERRAL).toEqual({ percent: 5, days: 30 })
  expect(screen.getByText(/earns you 5% of what a new buyer pays in the next 30 days/)).toBeTruthy()
  expect(copied).toHaveBeenCalledWith(`${location.origin}/r/${workflowId}?via=ann`)
})

test.each([
  ['a visitor who does not own it', {}, 'ann'],
  ['the creator of the recipe', owned, 'mara'],
  ['the owner of a free run', { ...owned, workflow: { ...view().workflow, price: 0 } }, 'ann'],
])('%s is offered no link', async (_, over, username) => {
  await open(over, username)
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  await vi.dynamicImportSettled()
  expect(screen.queryByRole('heading', { name: /Share and earn/ })).toBeNull()
})
