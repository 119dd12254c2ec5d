import { cleanup, screen, within } from '@testing-library/react'
import { TERMS_VERSION } from '@vignette/contract/account-limits.ts'
import { CREATOR_TERMS_VERSION, DRAFTS } from '@vignette/contract/draft-words.ts'
import { REFERRAL } from '@vignette/contract/referral-limits.ts'
import { TESTS } from '@vignette/contract/test-limits.ts'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { Refusal, sampleConfig, startApi } from '../../../test/start-api.ts'
import { formatLongDate } from '../../lib/dates.ts'

test('the terms state the liability cap, failed generations, public creations, share and operator', async () => {
  await startApi({})
  renderPage('/terms')
  const text = (await screen.findByRole('article')).textContent ?? ''
  expect(await screen.findByText(/Vignette Ltd/)).toBeTruthy()
  expect(text).toContain('the greater of what you paid in the last three months or $100')
  expect(text).toContain('Failed generations are not charged.')
  expect(text).toContain('A public creation may be seen and remixed by others')
  expect(text).toContain('Creators keep 70% of every purchase')
})

test('the creators’ section names the version that publishing a draft accepts', async () => {
  await startApi({})
  renderPage('/terms')
  const text = (await screen.findByRole('article')).textContent ?? ''
  expect(text).toContain(`the creator terms of ${formatLongDate(CREATOR_TERMS_VERSION)}`)
})

test('the terms say what a fan’s link earns, out of whose part, and when nothing', async () => {
  await startApi({})
  renderPage('/terms')
  const text = (await screen.findByRole('article')).textContent ?? ''
  expect(text).toContain(
    `What a new buyer pays in the ${REFERRAL.days} days after first opening it earns the account ${REFERRAL.percent}%: its commission.`,
  )
  expect(text).toContain('It comes out of our part, never out of the creator’s')
  expect(text).toContain('nor do sales of your own recipes')
})

test.each(['/terms', '/privacy'])('no word of %s runs into the next', async (path) => {
  await startApi({})
  renderPage(path)
  const article = await screen.findByRole('article')
  for (const { textContent } of article.querySelectorAll('p, li'))
    expect(textContent).not.toMatch(/[a-z]{2}\d|\d[a-z]|[a-z][.,;:][A-Z]/)
})

test('privacy says how long drafts and tests are kept', async () => {
  await startApi({})
  renderPage('/privacy')
  const text = (await screen.findByRole('article')).textContent ?? ''
  expect(text).toContain(`for ${DRAFTS.keptDays} days after the last change`)
  expect(text).toContain(`only you can see, for ${TESTS.keptDays} days`)
})

test('terms and footer link to the operator’s address', async () => {
  await startApi({})
  renderPage('/terms')
  const links = await screen.findAllByRole('link', { name: 'hello@example.com' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    links.map(() => 'mailto:hello@example.com'),
  )
  expect(screen.getByRole('contentinfo').textContent).toContain('hello@example.com')
})

test('a server without a public address says so', async () => {
  await startApi({ 'GET /config': () => sampleConfig({ contact: null }) })
  renderPage('/terms')
  expect(await screen.findByText(/names no address to write to/)).toBeTruthy()
})

test('privacy lists every cookie and entry of local storage', async () => {
  await startApi({})
  renderPage('/privacy')
  const text = (await screen.findByRole('article')).textContent ?? ''
  for (const name of [
    'vignette_visitor',
    'vignette_session',
    'vignette_sign_in',
    'csrf_token',
    'came_from',
    'vignette_via',
    'vignette_fan',
    'user_id',
    'access_token',
    'workflow_inputs_',
    'workflow_public_',
    'payment_return_',
    'workflow_terms_',
    'sign_in_return',
    'kept_typed',
    'scroll-positions',
    'adult_confirmed',
    'recipe_draft',
    'analytics_anonymous_id',
    'analytics_session_id',
    'analytics_session_last_seen',
    'theme',
  ])
    expect(text).toContain(name)
})

test.each(['/terms', '/privacy'])('the contents of %s name and open each chapter', async (path) => {
  await startApi({})
  renderPage(path)
  const contents = await screen.findByRole('navigation', { name: 'Contents' })
  const links = within(contents).getAllByRole('link')
  const chapters = screen.getAllByRole('heading', { level: 2 }).filter(({ id }) => id)
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual(
    chapters.map(({ id, textContent }) => [`#${id}`, textContent]),
  )
})

test('the terms allow adult content only where the server does', async () => {
  await startApi({})
  renderPage('/terms')
  const title = { name: /Prohibited content/ }
  expect(await screen.findByRole('heading', title)).toBeTruthy()
  expect(screen.queryByText(/of consenting adults are allowed/)).toBeNull()
  cleanup()
  await startApi({
    'GET /config': () => sampleConfig({ minimum_age: 18, content_policy: 'adult' }),
  })
  renderPage('/terms')
  expect(await screen.findByText(/of consenting adults are allowed/)).toBeTruthy()
  expect(screen.getByText(/sexual content showing minors, in any style/)).toBeTruthy()
  expect(screen.getByText(/real people without their consent/)).toBeTruthy()
})

test('the terms name the age and the right to withdraw of this server', async () => {
  await startApi({ 'GET /config': () => sampleConfig({ minimum_age: 18, consumer_law: 'eu' }) })
  renderPage('/terms')
  expect(await screen.findByText(/at least 18 years old/)).toBeTruthy()
  expect(screen.getByText(/you may withdraw from a purchase within 14 days/)).toBeTruthy()
})

const own = (text: string | null) => ({ text, since: '2026-11-20T10:00:00.000Z' })

test('the operator’s own terms take the place of our words, and what the site does by itself stays', async () => {
  await startApi({
    'GET /legal/terms': () =>
      own('# House rules\n\n## 1. Who we are\n\nAda.\n\n## 2. Law of Austria'),
  })
  renderPage('/terms', { terms: '0123456789ab' })
  expect(await screen.findByRole('heading', { level: 1, name: 'House rules' })).toBeTruthy()
  const text = screen.getByRole('article').textContent ?? ''
  expect(text).toContain(
    `Version of ${formatLongDate('2026-11-20')} (${TERMS_VERSION}.0123456789ab)`,
  )
  expect(text).not.toContain('total liability')
  expect(text).not.toContain('This service is operated by')
  for (const kept of [
    'Failed generations are not charged.',
    'A creation that our own check finds broken',
    'Creators keep 70% of every purchase',
    'You must be at least 16 years old',
    'by “Creators: share and payouts”: it needs a payout account',
    `the text above are the creator terms of ${formatLongDate(CREATOR_TERMS_VERSION)} (${CREATOR_TERMS_VERSION}.0123456789ab)`,
    'Claim a right',
  ])
    expect(text).toContain(kept)
  const links = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link')
  const chapters = screen.getAllByRole('heading', { level: 2 }).filter(({ id }) => id)
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual(
    chapters.map(({ id, textContent }) => [`#${id}`, textContent]),
  )
  expect(links[0]?.getAttribute('href')).toBe('#own-1-who-we-are')
  expect(links.map((link) => link.getAttribute('href'))).toContain('#refunds')
})

test('the operator’s own privacy page keeps what this software keeps', async () => {
  await startApi({ 'GET /legal/privacy': () => own('We are Ada.') })
  renderPage('/privacy', { privacy: true })
  const text = (await screen.findByRole('article')).textContent ?? ''
  expect(await screen.findByText('We are Ada.')).toBeTruthy()
  expect(text).not.toContain('What is kept and why is decided by')
  expect(screen.getByText(/Card numbers never reach us/)).toBeTruthy()
  expect(screen.getByText('vignette_session')).toBeTruthy()
})

test('an imprint has a page and a link on each page where there is one', async () => {
  await startApi({ 'GET /legal/imprint': () => own('Ada Ltd\n1 High Street') })
  const { unmount } = renderPage('/imprint', { imprint: true })
  expect(await screen.findByText(/1 High Street/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Imprint' }).getAttribute('href')).toBe('/imprint')
  unmount()
  renderPage('/imprint')
  expect(await screen.findByText('There is no imprint here.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Imprint' })).toBeNull()
})

test('terms that could not be read are not shown as ours', async () => {
  let fails = true
  await startApi({
    'GET /legal/terms': () => (fails ? new Refusal(500, { error: 'No' }) : own('Be kind.')),
  })
  const { user } = renderPage('/terms', { terms: '0123456789ab' })
  expect(await screen.findByText('Failed to load the text')).toBeTruthy()
  expect(screen.queryByText(/total liability/)).toBeNull()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Be kind.')).toBeTruthy()
})
