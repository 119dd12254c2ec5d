import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleId, sampleMedia, sampleWorkflow } from '../../../../test/samples.ts'
import { ID, serve, version } from '../../../../test/serve-own-workflow.ts'
import { Refusal } from '../../../../test/start-api.ts'

test('versions stand with their numbers, and an old one is published again with a note', async () => {
  const asked = await serve({
    [`POST /workflows/${ID}/versions/1/publish`]: () => sampleWorkflow(1, { version: 3 }),
  })
  const { user } = renderPage(`/studio/recipes/${ID}`)
  const live = within((await screen.findByText('A warmer light')).closest('li') as HTMLElement)
  expect(live.getByText('Live')).toBeTruthy()
  expect(live.getByText('Commercial use')).toBeTruthy()
  expect(live.getByText('98%')).toBeTruthy()
  expect(live.queryByRole('button', { name: /again/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Publish version 1 again' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish version 1 again?' }))
  await user.type(dialog.getByLabelText('Note (optional)'), 'Back to the first')
  await user.click(dialog.getByRole('button', { name: 'Publish version 3' }))
  await screen.findByText('Version 3 is live')
  const [sent] = asked.filter(({ path }) => path.endsWith('/publish'))
  expect(JSON.parse(sent?.body ?? '')).toEqual({ note: 'Back to the first' })
  expect(sent?.headers['idempotency-key']).toBeTruthy()
})

test('an old version is published again once the creator terms are accepted', async () => {
  const message = 'A recipe with a price needs the creator terms.'
  const asked = await serve({
    [`POST /workflows/${ID}/versions/1/publish`]: ({ body }) =>
      body.includes('accept_creator_terms')
        ? sampleWorkflow(1, { version: 3 })
        : new Refusal(409, {
            code: 'not_ready',
            error: message,
            details: [{ path: 'creator_terms', message }],
          }),
  })
  const { user } = renderPage(`/studio/recipes/${ID}`)
  await user.click(await screen.findByRole('button', { name: 'Publish version 1 again' }))
  await user.click(await screen.findByRole('button', { name: 'Publish version 3' }))
  await user.click(await screen.findByRole('checkbox', { name: /terms for creators/ }))
  await user.click(screen.getByRole('button', { name: 'Publish version 3' }))
  await screen.findByText('Version 3 is live')
  expect(asked.filter(({ path }) => path.endsWith('/publish'))).toHaveLength(2)
})

test('the time that runs took is offered, and taken over with one press', async () => {
  const measured_time = { seconds: 6, runs: 24 }
  const asked = await serve({
    [`GET /workflows/${ID}/versions`]: () => ({
      versions: [version(2, { live: true, measured_time }), version(1)],
      next_cursor: null,
    }),
    [`POST /workflows/${ID}/versions/2/publish`]: () => sampleWorkflow(1, { version: 3 }),
  })
  const { user } = renderPage(`/studio/recipes/${ID}`)
  const use = await screen.findByRole('button', { name: 'Use 6 s, measured over 24 remixes' })
  expect(screen.getByText(/Buyers read 6 s.*The recipe itself says 4 s/)).toBeTruthy()
  await user.click(use)
  await screen.findByText('Version 3 is live, with the measured time')
  const [sent] = asked.filter(({ path }) => path.endsWith('/versions/2/publish'))
  expect(JSON.parse(sent?.body ?? '')).toEqual({ measured_time: true })
})

test('Edit begins a draft of the live version where none waits', async () => {
  const asked = await serve({ 'GET /drafts': () => ({ drafts: [], next_cursor: null }) })
  const { user } = renderPage(`/studio/recipes/${ID}`)
  await user.click(await screen.findByRole('tab', { name: 'Edit' }))
  await screen.findByRole('heading', { name: 'No draft waits' })
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(link('Edit version 2')).toBe(`/studio/recipes/new?recipe=${ID}`)
  expect(link('Test version 2')).toBe(`/studio/recipes/new?recipe=${ID}&pane=test`)
  expect(asked.find(({ path }) => path === '/drafts')?.query.get('workflow_id')).toBe(ID)
})

test('Edit tells what the draft that waits changes, and that a version went live meanwhile', async () => {
  const draft = {
    id: sampleId(80),
    workflow_id: ID,
    base_version: 1,
    name: 'Recipe 1',
    revision: 3,
    created_at: '2026-11-19T10:00:00Z',
    updated_at: '2026-11-20T10:00:00Z',
  }
  let text = JSON.stringify({ name: 'Recipe 1', price: 450 })
  await serve({
    'GET /drafts': () => ({ drafts: [draft], next_cursor: null }),
    [`GET /drafts/${draft.id}`]: () => ({ ...draft, text }),
    [`GET /workflows/${ID}/versions/2/source`]: () => ({ name: 'Recipe 1', price: 300 }),
  })
  const { unmount } = renderPage(`/studio/recipes/${ID}?tab=edit`)
  await screen.findByText('Price $3.00 → $4.50')
  expect(screen.getByText('Version 2 went live since the draft was begun')).toBeTruthy()
  expect(screen.getByText('Saved on November 20, 2026, begun from version 1.')).toBeTruthy()
  const open = screen.getByRole('link', { name: 'Open the draft' })
  expect(open.getAttribute('href')).toBe(`/studio/drafts/${draft.id}`)
  unmount()
  text = '{"name": '
  renderPage(`/studio/recipes/${ID}?tab=edit`)
  await screen.findByText(/The draft is no complete JSON now/)
})

test('two versions are compared in sentences and as lines of JSON', async () => {
  const source = { name: 'Neon', price: 300, steps: [{ id: 'draw', prompt: 'A calm sea' }] }
  const later = { name: 'Neon', price: 450, steps: [{ id: 'draw', prompt: 'A wild sea' }] }
  await serve({
    [`GET /workflows/${ID}/versions/1/source`]: () => source,
    [`GET /workflows/${ID}/versions/2/source`]: () => later,
  })
  const { user } = renderPage(`/studio/recipes/${ID}`)
  await user.click(await screen.findByRole('button', { name: 'Compare versions' }))
  const panel = within(screen.getByRole('region', { name: 'Compare two versions' }))
  expect(await panel.findByText('Price $3.00 → $4.50')).toBeTruthy()
  expect(panel.getByText('wild').tagName).toBe('INS')
  expect(panel.getByText('calm').tagName).toBe('DEL')
  await user.click(panel.getByText('Show as JSON'))
  expect(panel.getByLabelText('Lines of JSON that differ').textContent).toContain(
    '+   "price": 450',
  )
  await user.selectOptions(panel.getByLabelText('From'), 'Version 2')
  expect(await panel.findByText('They are the same.')).toBeTruthy()
})

test('the link of an unlisted recipe is shown with what it means', async () => {
  await serve({
    [`GET /workflows/${ID}`]: () =>
      sampleWorkflow(1, { is_owner: true, state: 'unlisted', address: `/workflows/${ID}` }),
  })
  renderPage(`/studio/recipes/${ID}?tab=share`)
  const field = (await screen.findByLabelText('The recipe’s address')) as HTMLInputElement
  expect(field.value).toBe(`${location.origin}/workflows/${ID}`)
  expect(screen.getByText(/people find it by this address alone/)).toBeTruthy()
})

test('the Share tab has pictures, a film, a caption and a QR code with the short address', async () => {
  const asked: string[] = []
  await serve({
    [`GET /workflows/${ID}`]: () =>
      sampleWorkflow(1, { is_owner: true, state: 'listed', name: 'Ink', description: 'Two inks.' }),
    [`GET /workflows/${ID}/card`]: ({ query }) => {
      asked.push(query.get('kind') ?? '')
      return new Refusal(503, { error: 'Other cards are being made here. Try again in a minute.' })
    },
  })
  const { user } = renderPage(`/studio/recipes/${ID}?tab=share`)
  const short = `${location.origin}/go/${ID.slice(-12)}`
  const caption = (await screen.findByLabelText('Caption')) as HTMLTextAreaElement
  expect(caption.value).toBe(`Ink by @mara\nTwo inks.\n${short}`)
  expect(screen.getByRole('img', { name: `QR code of ${short}` })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Story, 1080 × 1920' }))
  expect(await screen.findByText(/Other cards are being made here/)).toBeTruthy()
  expect(asked).toEqual(['story'])
})

test('the Share tab asks for a sample before pictures', async () => {
  await serve({
    [`GET /workflows/${ID}`]: () =>
      sampleWorkflow(1, { is_owner: true, state: 'listed', sample: null }),
  })
  renderPage(`/studio/recipes/${ID}?tab=share`)
  expect(await screen.findByText(/Choose a sample first/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Film, 6 seconds' })).toBeNull()
})

test('the Share tab gives the HTML that shows the recipe on another page', async () => {
  await serve({
    [`GET /workflows/${ID}`]: () =>
      sampleWorkflow(1, { is_owner: true, state: 'listed', name: 'Ink & "Light"' }),
  })
  const { user } = renderPage(`/studio/recipes/${ID}?tab=share`)
  const field = (await screen.findByLabelText('HTML to paste')) as HTMLTextAreaElement
  expect(field.value).toBe(
    `<iframe src="${location.origin}/embed/${ID}" width="360" height="480" style="border:0;max-width:100%" loading="lazy" title="Ink &#38; &#34;Light&#34;"></iframe>`,
  )
  await user.click(screen.getByRole('button', { name: 'Copy HTML' }))
  expect(await navigator.clipboard.readText()).toBe(field.value)
})

test.each([
  ['another creator’s recipe', () => sampleWorkflow(1)],
  ['a recipe that is gone', () => new Refusal(404)],
])('%s is not shown', async (_, answer) => {
  await serve({ [`GET /workflows/${ID}`]: answer })
  renderPage(`/studio/recipes/${ID}`)
  await screen.findByRole('heading', { name: 'This is not one of your recipes' })
})

test('a recipe that fails to load offers another try', async () => {
  let fails = true
  await serve({
    [`GET /workflows/${ID}`]: () =>
      fails ? new Refusal(503) : sampleWorkflow(1, { is_owner: true, state: 'paused' }),
  })
  const { user } = renderPage(`/studio/recipes/${ID}`)
  const again = await screen.findByRole('button', { name: 'Try Again' })
  fails = false
  await user.click(again)
  expect(await screen.findByText('Paused')).toBeTruthy()
})

const pause = (over: object = {}) => ({
  id: sampleId(70),
  version: 2,
  began_at: '2026-11-23T10:00:00Z',
  ended_at: null,
  ended_by: null,
  failed: 3,
  judged: 3,
  step: 'paint',
  message: 'The generator has a problem at the moment.',
  ...over,
})

test.each([
  [pause(), /Its last 3 remixes failed, since .* at step paint: The generator has a problem/],
  [
    pause({ failed: 4, judged: 12, step: null }),
    /4 of its last 12 remixes failed, since .* The newest: The generator has a problem/,
  ],
])('a recipe that rests for its failing runs says why, and how it opens', async (one, words) => {
  await serve({
    [`GET /workflows/${ID}`]: () => sampleWorkflow(1, { is_owner: true, failing: true }),
    [`GET /workflows/${ID}/health`]: () => ({
      failing_since: one.began_at,
      next_try: null,
      pauses: [one],
    }),
  })
  renderPage(`/studio/recipes/${ID}`)
  const note = (await screen.findByText('Resting: its remixes fail')).closest(
    '[role]',
  ) as HTMLElement
  await waitFor(() => expect(note.textContent).toMatch(words))
  expect(screen.getByText('Resting')).toBeTruthy()
  expect(screen.queryByText(/In Discover/)).toBeNull()
  expect(within(note).getByRole('link', { name: 'Test it' }).getAttribute('href')).toBe(
    `/studio/recipes/new?recipe=${ID}&pane=test`,
  )
})

describe('a recipe that was taken down', () => {
  const row = {
    ...sampleWorkflow(1, { version: 2 }),
    state: 'taken_down',
    runs_30d: 40,
    delivered_30d_percent: 98,
    earned_30d: 0,
    runs_by_day: [0, 0, 0, 0, 0, 0, 0],
    restorable_until: '2026-12-26T12:00:00Z',
  }

  /** The API as the action changes it. */
  function serveTakingDown() {
    let isGone = false
    const recipe = () => sampleWorkflow(1, { is_owner: true, state: 'listed', version: 2 })
    return serve({
      [`GET /workflows/${ID}`]: () => (isGone ? new Refusal(404, { error: 'x' }) : recipe()),
      [`DELETE /workflows/${ID}`]: () => {
        isGone = true
        return { ok: true }
      },
      [`POST /workflows/${ID}/restore`]: () => {
        isGone = false
        return recipe()
      },
      'GET /drafts': () => ({ drafts: [], next_cursor: null }),
      'GET /workflows/mine': () => ({ workflows: isGone ? [row] : [], next_cursor: null }),
    })
  }

  test('leads to the list, with the last day to restore it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T12:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    await serveTakingDown()
    const { user } = renderPage(`/studio/recipes/${ID}`)
    await user.click(await screen.findByRole('button', { name: /^What to do with/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Take down…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Take it off the market?' }))
    expect(dialog.getByText(/For 30 days you can restore it in the studio\./)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Take down' }))
    expect(await screen.findByText('Taken down. Restore until December 26, 2026')).toBeTruthy()
    await waitFor(() => expect(location.pathname).toBe('/studio/recipes'))
    expect(await screen.findByText('It can come back until December 26, 2026.')).toBeTruthy()
  })

  test('is still there to look at, and comes back', async () => {
    const asked = await serveTakingDown()
    await fetch(`/api/v1/workflows/${ID}`, { method: 'DELETE' })
    const { user } = renderPage(`/studio/recipes/${ID}`)
    expect(
      await screen.findByText('Its page is gone. It can come back until December 26, 2026.'),
    ).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Recipe 1' })).toBeTruthy()
    await screen.findByText('A warmer light')
    expect(screen.queryByRole('button', { name: 'Publish version 1 again' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    expect(await screen.findByRole('tab', { name: 'Promote' })).toBeTruthy()
    expect(asked.some(({ path }) => path.endsWith('/restore'))).toBe(true)
  })

  test('is not found by another creator', async () => {
    await serve({
      [`GET /workflows/${ID}`]: () => new Refusal(404, { error: 'x' }),
      'GET /workflows/mine': () => ({ workflows: [], next_cursor: null }),
    })
    renderPage(`/studio/recipes/${ID}`)
    expect(await screen.findByText('This is not one of your recipes')).toBeTruthy()
  })
})

describe('the sample', () => {
  const candidate = (n: number, over: object) => ({
    id: sampleId(n),
    kind: 'creation',
    version: 1,
    by: 'mara',
    media: sampleMedia({ id: `media-${n}` }),
    ...over,
  })
  const samples = [
    candidate(1, { kind: 'test', version: null }),
    candidate(2, {}),
    candidate(3, { by: 'guest-abcdef', version: 2 }),
  ]
  const own = (media: string | null) =>
    sampleWorkflow(1, {
      is_owner: true,
      state: 'listed',
      sample: media === null ? null : sampleMedia({ id: media }),
    })
  const open = (media: string | null, more = {}) => {
    let now = media
    const asked = serve({
      [`GET /workflows/${ID}`]: () => own(now),
      [`GET /workflows/${ID}/samples`]: () => ({ samples }),
      [`PUT /workflows/${ID}/sample`]: ({ body }) => {
        now = body.includes('none') ? null : `media-${Number(body.match(/(\d+)"}$/)?.[1])}`
        return own(now)
      },
      'GET /drafts': () => ({ drafts: [], next_cursor: null }),
      ...more,
    })
    return asked
  }
  const sent = (asked: { path: string; body: string }[]) =>
    asked.filter(({ path }) => path.endsWith('/sample')).map(({ body }) => JSON.parse(body))

  test('is chosen with the keyboard among tests, own and public creations, and taken away', async () => {
    const asked = await open('media-2')
    const { user } = renderPage(`/studio/recipes/${ID}?tab=edit`)
    const group = within(await screen.findByRole('group', { name: 'What stands for the recipe' }))
    expect(group.getAllByRole('radio').map((one) => one.getAttribute('aria-label'))).toEqual([
      '1 of 3: Your test',
      '2 of 3: Your creation, version 1',
      '3 of 3: By @guest-abcdef, version 2',
    ])
    const use = screen.getByRole('button', { name: 'Use as sample' })
    expect(group.getByRole('radio', { checked: true })).toBe(group.getAllByRole('radio')[1])
    expect(use).toHaveProperty('disabled', true)
    group.getByRole('radio', { checked: true }).focus()
    await user.keyboard('{ArrowDown}')
    expect(group.getByRole('radio', { checked: true })).toHaveProperty('value', sampleId(3))
    await user.click(use)
    await screen.findByText('The sample is chosen')
    await waitFor(() =>
      expect(group.getByRole('radio', { checked: true })).toHaveProperty('value', sampleId(3)),
    )
    await user.click(screen.getByRole('button', { name: 'Remove the sample' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull())
    expect(group.queryByRole('radio', { checked: true })).toBeNull()
    expect(sent(asked)).toEqual([{ creation_id: sampleId(3) }, { none: true }])
  })

  test('is also chosen among tests, and what refuses it is told', async () => {
    const asked = await open(null, {
      [`PUT /workflows/${ID}/sample`]: () =>
        new Refusal(422, { error: 'This picture may not be shown.', code: 'content_refused' }),
    })
    const { user } = renderPage(`/studio/recipes/${ID}?tab=edit`)
    await user.click(await screen.findByRole('radio', { name: /Your test/ }))
    expect(screen.queryByRole('button', { name: 'Remove the sample' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Use as sample' }))
    await screen.findByText('This picture may not be shown.')
    expect(sent(asked)).toEqual([{ test_id: sampleId(1) }])
  })

  test('has nothing to be chosen from before anything was made, and says when that is not known', async () => {
    await open(null, { [`GET /workflows/${ID}/samples`]: () => ({ samples: [] }) })
    const { unmount } = renderPage(`/studio/recipes/${ID}?tab=edit`)
    await screen.findByText(/^Nothing to choose from yet/)
    expect(screen.queryByRole('button', { name: 'Use as sample' })).toBeNull()
    unmount()
    await open(null, { [`GET /workflows/${ID}/samples`]: () => new Refusal(503) })
    renderPage(`/studio/recipes/${ID}?tab=edit`)
    await screen.findByText(/What may be the sample could not be loaded/)
  })
})
