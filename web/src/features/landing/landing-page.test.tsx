import { screen, waitFor, within } from '@testing-library/react'
import type { AppConfig } from '@vignette/contract/app.ts'
import type { FrontPiece, FrontPoster } from '@vignette/contract/front-page.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { listAnswer, sampleMedia } from '../../../test/samples.ts'
import { Refusal, sampleConfig, startApi } from '../../../test/start-api.ts'
import { checkEmail } from '../../lib/check-email.ts'
import { callOf, remixAddress } from './poster/poster-words.ts'

const POSTER: FrontPoster = {
  workflow_id: 'w1',
  name: 'Where You Grew Up',
  price: 300,
  proof: true,
  sample: null,
  field: { key: 'town', title: 'Where did you grow up?', max_length: 24, shown: 'Leeds' },
  choices: [
    {
      key: 'hour',
      title: 'Hour',
      value: 'day',
      options: [
        { value: 'day', label: 'Day' },
        { value: 'night', label: 'Night' },
      ],
    },
  ],
  draw: { prompt: 'a harbour, {{hour}}', aspect: '2:3', seed: 7 },
  drawing: '018f0000-0000-7000-8000-000000000001',
}
const piece = (over: Partial<FrontPiece>): FrontPiece => ({
  creation_id: null,
  workflow_id: 'w2',
  workflow_name: 'In Oils',
  words: '',
  media: sampleMedia(),
  ...over,
})
const PIECES = [
  piece({ creation_id: 'c1', workflow_name: 'Storybook', words: 'a fox at dusk' }),
  piece({}),
]

async function openDialog(waitlist: () => unknown, config: Partial<AppConfig> = {}) {
  const asked = await startApi({
    'GET /workflows': () => listAnswer(3),
    'GET /config': () => sampleConfig(config),
    'POST /waitlist': waitlist,
  })
  const { user } = renderPage('/')
  const [button] = await screen.findAllByRole('button', { name: 'Become a Creator' })
  await user.click(button as HTMLElement)
  return { asked, user, dialog: await screen.findByRole('dialog') }
}

test('the landing page has its sections, its steps, four questions and public creations', async () => {
  await startApi({ 'GET /front-page': () => ({ poster: POSTER, pieces: PIECES }) })
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
  expect(screen.queryByText('COMING SOON')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Payouts you can plan with' })).toBeTruthy()
  expect(screen.getByText('Creators keep 70%.')).toBeTruthy()
  expect(screen.getByText('Credits and memberships are coming soon.')).toBeTruthy()
  expect(document.querySelectorAll('details')).toHaveLength(4)
  const made = await screen.findByRole('link', { name: 'a fox at dusk Storybook' })
  expect(made.getAttribute('href')).toBe('/creations/c1')
  expect(screen.getByRole('link', { name: 'In Oils' }).getAttribute('href')).toBe('/workflows/w2')
})

test('the hero’s form leads into the remix with its words, says the price and what is charged', async () => {
  await startApi({ 'GET /front-page': () => ({ poster: POSTER, pieces: [] }) })
  renderPage('/')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: POSTER.field.title })
  expect(field.form?.getAttribute('action')).toBe('/workflows/w1/remix')
  expect(field.name).toBe('input.town')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Hour' }).name).toBe('input.hour')
  expect(screen.getByRole('button', { name: 'Make this poster · $3.00' })).toBeTruthy()
  expect(screen.getByText('You see a proof first, and pay only if you keep it.')).toBeTruthy()
})

test('the hero’s form without a name says so in the page’s own words, and stays', async () => {
  await startApi({ 'GET /front-page': () => ({ poster: POSTER, pieces: [] }) })
  const { user } = renderPage('/')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: POSTER.field.title })
  await user.type(field, '  ')
  await user.click(screen.getByRole('button', { name: 'Make this poster · $3.00' }))
  expect((await screen.findByText('This field is required')).getAttribute('role')).toBe('alert')
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.form?.noValidate).toBe(true)
  expect(location.pathname).toBe('/')
  await user.type(field, 'W')
  expect(screen.queryByText('This field is required')).toBeNull()
})

describe('in a browser that cannot draw', () => {
  beforeEach(() => {
    vi.stubGlobal(
      'Worker',
      class {
        onmessage?: (event: { data: { number: number; picture: null } }) => void
        postMessage({ number }: { number: number }) {
          this.onmessage?.({ data: { number, picture: null } })
        }
        terminate() {}
      },
    )
  })

  const write = async (answer: (town: string) => unknown, refused: unknown[] = []) => {
    await startApi({
      'GET /front-page': () => ({ poster: POSTER, pieces: [] }),
      'POST /workflows/w1/words': () => ({ inputs: {}, refused }),
      'POST /front-page/poster': ({ body }) =>
        answer(JSON.parse(String(body)).user_inputs.town as string),
    })
    const { user } = renderPage('/')
    const field = await screen.findByRole('textbox', { name: POSTER.field.title })
    await user.type(field, 'Whitby')
    return { user, field }
  }

  test('the server draws a small poster, which goes by its own words until the next has come', async () => {
    const next = Promise.withResolvers<unknown>()
    const { user, field } = await write((town) =>
      town === 'Whitby' ? { picture: 'data:image/webp;base64,UklGRg==' } : next.promise,
    )
    const poster = await screen.findByRole('img', { name: 'A poster of Whitby' })
    expect(poster.getAttribute('src')).toBe('data:image/webp;base64,UklGRg==')
    expect(await screen.findByText('Poster drawn: Whitby')).toBeTruthy()
    await user.type(field, '2')
    expect(screen.queryByText(/^Poster drawn/)).toBeNull()
    expect(screen.getByRole('img', { name: 'A poster of Whitby' })).toBeTruthy()
    next.resolve({ picture: 'data:image/webp;base64,UklGRgI=' })
    expect(await screen.findByText('Poster drawn: Whitby2')).toBeTruthy()
  })

  test('a change of menu redraws the sample’s town at once, before a name is typed', async () => {
    const asked = await startApi({
      'GET /front-page': () => ({ poster: POSTER, pieces: [] }),
      'POST /front-page/poster': () => ({ picture: 'data:image/webp;base64,UklGRg==' }),
    })
    const { user } = renderPage('/')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Hour' }), 'Night')
    expect(await screen.findByRole('img', { name: 'A poster of Leeds' })).toBeTruthy()
    const drawn = asked.find(({ path }) => path === '/front-page/poster')
    expect(JSON.parse(drawn?.body ?? '').user_inputs).toEqual({ town: 'Leeds', hour: 'night' })
    // A name that nobody typed needs no check.
    expect(asked.map(({ path }) => path)).not.toContain('/workflows/w1/words')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Hour' }), 'Day')
    await waitFor(() => expect(screen.queryByRole('img', { name: 'A poster of Leeds' })).toBeNull())
  })

  test('a name that is too long says so, is not cut, and leads nowhere', async () => {
    const { user, field } = await write(() => ({ picture: 'data:image/webp;base64,UklGRg==' }))
    await user.type(field, ' upon the Old North Sea')
    expect((await screen.findByRole('alert')).textContent).toBe('24 letters at most')
    expect((field as HTMLInputElement).value).toBe('Whitby upon the Old North Sea')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await user.keyboard('{Enter}')
    expect([location.pathname, document.activeElement]).toEqual(['/', field])
    await user.type(field, '{Backspace>5/}')
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('refused words say why, and not that the poster can be made', async () => {
    await write(() => new Refusal(422), [{ path: 'user_inputs.town', message: 'Not allowed here' }])
    expect((await screen.findByRole('alert')).textContent).toBe('Not allowed here')
    expect(screen.queryByText(/still works/)).toBeNull()
  })

  test('where the server cannot draw either, the hero says that its button works', async () => {
    await write(() => new Refusal(503))
    expect(await screen.findByText(/“Make this poster” still works/)).toBeTruthy()
  })
})

test('the poster and the remix use the words and choices of the form', () => {
  const wish = { town: 'Whitby & Co', hour: 'night' }
  expect(callOf(POSTER, wish)).toEqual({ prompt: 'a harbour, night', text: 'Whitby & Co' })
  expect(remixAddress(POSTER, wish)).toBe(
    '/workflows/w1/remix?input.town=Whitby+%26+Co&input.hour=night&drawing=018f0000-0000-7000-8000-000000000001',
  )
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

test.each([
  ['open' as const, /^You can publish here at once, without an account\./],
  ['signed-in' as const, /^You can publish here as soon as you are signed in\./],
  ['approved' as const, /^Leave your address for one letter, when there is room for you/],
])(
  'with creator access %s the dialog says who publishes, and leads to a new recipe',
  async (creator_access, words) => {
    const { dialog } = await openDialog(() => ({ ok: true }), { creator_access })
    expect(await within(dialog).findByText(words)).toBeTruthy()
    const studio = within(dialog).getByRole('link', { name: 'Open the studio' })
    expect(studio.getAttribute('href')).toBe('/studio/recipes/new')
  },
)

test('idle → invalid: the error is shown at the field and no request is sent', async () => {
  const { asked, user, dialog } = await openDialog(() => ({ ok: true }))
  await user.type(within(dialog).getByLabelText('Email'), 'ada')
  await user.click(within(dialog).getByRole('button', { name: 'Join the waitlist' }))
  expect(within(dialog).getByRole('alert').textContent).toBe('Please enter a valid email address')
  expect(asked.some(({ path }) => path === '/waitlist')).toBe(false)
})

test('an address is checked once its field is left, and the error goes with the fault', async () => {
  const { user, dialog } = await openDialog(() => ({ ok: true }))
  const email = within(dialog).getByLabelText('Email')
  await user.click(email)
  await user.tab()
  expect(within(dialog).queryByRole('alert')).toBeNull()
  await user.type(email, 'ada@example')
  expect(within(dialog).queryByRole('alert')).toBeNull()
  await user.tab()
  expect(within(dialog).getByRole('alert').textContent).toBe('Please enter a valid email address')
  await user.type(email, '.com')
  expect(within(dialog).queryByRole('alert')).toBeNull()
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
