import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { listAnswer } from '../../../test/samples.ts'
import { Refusal, sampleConfig, startApi } from '../../../test/start-api.ts'
import { checkEmail } from './api/join-waitlist.ts'

async function openDialog(waitlist: () => unknown) {
  const asked = await startApi({
    'GET /workflows': () => listAnswer(3),
    'POST /waitlist': waitlist,
  })
  const { user } = renderPage('/')
  const [button] = await screen.findAllByRole('button', { name: 'Become a Creator' })
  await user.click(button as HTMLElement)
  return { asked, user, dialog: await screen.findByRole('dialog') }
}

test('the landing page has its sections, its steps, four questions and live recipes', async () => {
  await startApi({ 'GET /workflows': () => listAnswer(3) })
  renderPage('/')
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  for (const step of ['Package', 'Price', 'Publish', 'Earn', 'Find', 'Remix', 'Keep'])
    expect(screen.getByRole('heading', { name: step })).toBeTruthy()
  for (const claim of [
    'Hosted Remix pages',
    'A referral engine',
    'Analytics',
    'Licensing per recipe',
  ])
    expect(screen.getByRole('heading', { name: new RegExp(`^${claim}`) })).toBeTruthy()
  // A feature that does not exist yet is marked so.
  expect(screen.getByRole('heading', { name: 'A referral engine COMING SOON' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Payouts you can plan with' })).toBeTruthy()
  expect(screen.getByText('Creators keep 70%.')).toBeTruthy()
  expect(screen.getByText('Credits and memberships are coming soon.')).toBeTruthy()
  expect(document.querySelectorAll('details')).toHaveLength(4)
  await waitFor(() => expect(screen.getAllByRole('link', { name: /Recipe 10\d/ })).toHaveLength(3))
})

test('where prices include tax, the lowest price is higher and the shares are after tax', async () => {
  await startApi({
    'GET /workflows': () => listAnswer(3),
    'GET /config': () => sampleConfig({ prices_include_tax: true }),
  })
  renderPage('/')
  expect(await screen.findByText(/anything from \$1\.50/)).toBeTruthy()
  expect(screen.getByText('Less the buyer’s tax, which the price includes.')).toBeTruthy()
})

test.each([
  ['', 'Please enter a valid email address'],
  ['ada', 'Please enter a valid email address'],
  ['ada@example', 'Please enter a valid email address'],
  ['a b@example.com', 'Please enter a valid email address'],
  [' ada@example.com ', undefined],
])('the email address %j is checked', (email, fault) => {
  expect(checkEmail(email)).toBe(fault)
})

test('idle → invalid: the error is shown at the field and no request is sent', async () => {
  const { asked, user, dialog } = await openDialog(() => ({ ok: true }))
  await user.type(within(dialog).getByLabelText('Email'), 'ada')
  await user.click(within(dialog).getByRole('button', { name: 'Join the waitlist' }))
  expect(within(dialog).getByRole('alert').textContent).toBe('Please enter a valid email address')
  expect(asked.some(({ path }) => path === '/waitlist')).toBe(false)
})

test('loading prevents closing; success shows thanks; closing resets the form', async () => {
  let release: (value: unknown) => void = () => undefined
  const { asked, user, dialog } = await openDialog(
    () =>
      new Promise((resolve) => {
        release = resolve
      }),
  )
  await user.type(within(dialog).getByLabelText('Email'), 'ada@example.com')
  await user.type(within(dialog).getByLabelText('Name (optional)'), 'Ada')
  await user.click(within(dialog).getByRole('button', { name: 'Join the waitlist' }))
  await waitFor(() => expect(asked.some(({ path }) => path === '/waitlist')).toBe(true))
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Close' }).disabled).toBe(true)
  release({ ok: true })
  expect(await screen.findByRole('dialog', { name: "We'll be in touch!" })).toBeTruthy()
  const sent = asked.find(({ path }) => path === '/waitlist')
  expect(sent?.headers['content-type']).toContain('application/x-www-form-urlencoded')
  expect(Object.fromEntries(new URLSearchParams(sent?.body))).toEqual({
    email: 'ada@example.com',
    name: 'Ada',
  })
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getAllByRole('button', { name: 'Become a Creator' })[0] as HTMLElement)
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('')
})

test('error: the dialog shows that something went wrong', async () => {
  const { user, dialog } = await openDialog(() => new Refusal(500))
  await user.type(within(dialog).getByLabelText('Email'), 'ada@example.com')
  await user.click(within(dialog).getByRole('button', { name: 'Join the waitlist' }))
  expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy()
})
