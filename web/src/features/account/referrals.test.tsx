import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { Refusal } from '../../../test/start-api.ts'
import { serve } from './test-support/serve-profile.ts'

const referrals = {
  currency: 'usd',
  test_mode: false,
  link: 'https://vignette.example/r?via=ann',
  percent: 5,
  days: 30,
  clicks: 12,
  buyers: 7,
  pending: 15,
  available: 1_230,
  paid: 4_000,
}
const open = async (more: object = {}) => {
  await serve({ 'GET /referrals': () => ({ ...referrals, ...more }) })
  return renderPage('/profile?tab=referrals')
}

test('a fan reads the link, what it has earned, and five rules', async () => {
  await open()
  expect(await screen.findByRole('heading', { name: 'Share and earn 5%' })).toBeTruthy()
  expect(screen.getByText('https://vignette.example/r?via=ann')).toBeTruthy()
  const told = [...document.querySelectorAll('dl > div')].map(
    (figure) => `${figure.children[0]?.textContent} ${figure.children[1]?.textContent}`,
  )
  expect(told).toEqual([
    'Clicks 12',
    'Buyers 7',
    'Pending $0.15',
    'Available $12.30',
    'Paid $40.00',
  ])
  const rules = screen.getByRole('heading', { name: 'The rules' }).nextElementSibling
  expect(rules?.children).toHaveLength(5)
  expect(screen.queryByText(/test money/)).toBeNull()
})

test('fewer than five buyers are hidden, and test money is named as such', async () => {
  await open({ buyers: null, test_mode: true })
  expect(await screen.findByText('Fewer than 5')).toBeTruthy()
  expect(screen.getByText(/This is test money/)).toBeTruthy()
})

test('the link is copied', async () => {
  const { user } = await open()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(await screen.findByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText('The link is copied.')).toBeTruthy()
  expect(copied).toHaveBeenCalledWith('https://vignette.example/r?via=ann')
})

test('a link that cannot be loaded offers another try', async () => {
  await serve({ 'GET /referrals': () => new Refusal(500, { error: 'Out of order.' }) })
  renderPage('/profile?tab=referrals')
  expect(await screen.findByRole('button', { name: 'Try Again' })).toBeTruthy()
})
