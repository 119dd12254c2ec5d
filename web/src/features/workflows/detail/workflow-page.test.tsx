import { screen, waitFor, within } from '@testing-library/react'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { describe, expect, test, vi } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import {
  listAnswer,
  sampleCreation,
  sampleId,
  sampleMedia,
  sampleUser,
  sampleWorkflow,
} from '../../../../test/samples.ts'
import { Refusal, startApi } from '../../../../test/start-api.ts'

const id = sampleId(1)
const input = {
  key: 'photo',
  type: 'image',
  step_type: 'image_input',
  name: 'photo',
  display_name: 'Your photo',
  description: 'A face, well lit.',
  value: null,
  required: true,
  image_size: null,
  options: [],
  max_length: null,
  pattern: null,
  min: null,
  max: null,
  numeric: false,
}

function serve(creations: unknown[] = [], total = creations.length) {
  return startApi({
    [`GET /workflows/${id}`]: () => sampleWorkflow(1, { name: 'Riso', inputs: [input] }),
    [`GET /workflows/${id}/creations`]: ({ query }) => ({
      creations,
      total,
      has_more: false,
      next_cursor: null,
      offset: Number(query.get('offset')),
      limit: 20,
    }),
  })
}

test('the page shows everything in the specification', async () => {
  const asked = await serve([sampleCreation(1), sampleCreation(2, { image: null, media: null })], 2)
  renderPage(`/workflows/${id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Riso' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Workflows' }).getAttribute('href')).toBe(
    '/workflows',
  )
  expect(screen.getByRole('link', { name: /^Start Remix/ }).getAttribute('href')).toBe(
    `/workflows/${id}/remix`,
  )
  expect(screen.getByRole('link', { name: /^Start Creating/ }).getAttribute('href')).toBe(
    `/workflows/${id}/remix`,
  )
  expect(screen.getByRole('heading', { name: 'Required Inputs' })).toBeTruthy()
  expect(screen.getByText('A face, well lit.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Workflow Details' })).toBeTruthy()
  expect(screen.getByText(/^Commercial use\./)).toBeTruthy()
  expect(screen.getAllByText('~2m 5s')).toHaveLength(1)
  expect(screen.getByRole('link', { name: /^Start Remix/ }).textContent).toBe('Start Remix · $3.00')
  // A toast of an earlier file may still stand beside the page.
  expect(within(screen.getByRole('main')).getAllByText(/\$3\.00/)).toHaveLength(1)
  expect(screen.getByText(/^Your card is charged only once/)).toBeTruthy()
  expect(screen.getByText(/Ask for your money back/).getAttribute('href')).toBe('/terms#refunds')
  expect(await screen.findByRole('heading', { name: 'Recent Creations 2' })).toBeTruthy()
  expect(screen.getAllByText('Nov 2')).toHaveLength(2)
  expect(screen.getByText('Generated Content')).toBeTruthy()
  const list = asked.find(({ path }) => path.endsWith('/creations'))
  expect(Object.fromEntries(list?.query ?? [])).toEqual({ limit: '20', offset: '0' })
})

test('category and tags lead to the recipes listed under them', async () => {
  const recipe = sampleWorkflow(1, { category: 'gifts', tags: ['film-noir', '東京'] })
  await startApi({
    [`GET /workflows/${id}`]: () => recipe,
    [`GET /workflows/${id}/creations`]: () => ({ creations: [], total: 0, next_cursor: null }),
  })
  renderPage(`/workflows/${id}`)
  const gifts = await screen.findByRole('link', { name: 'gifts' })
  expect(gifts.getAttribute('href')).toBe('/workflows?category=gifts')
  expect(screen.getByRole('link', { name: '東京' }).getAttribute('href')).toBe(
    '/workflows?tag=東京',
  )
})

test('a recipe without creations shows No creations yet', async () => {
  await serve()
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText('No creations yet')).toBeTruthy()
})

test('a gallery that cannot be loaded shows an error and a retry', async () => {
  let broken = true
  await startApi({
    [`GET /workflows/${id}`]: () => sampleWorkflow(1, { name: 'Riso' }),
    [`GET /workflows/${id}/creations`]: () =>
      broken
        ? new Refusal(400, { error: 'Broken' })
        : { creations: [], total: 0, next_cursor: null, offset: 0, limit: 20 },
  })
  const { user } = renderPage(`/workflows/${id}`)
  expect(await screen.findByText('Failed to fetch creations')).toBeTruthy()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('No creations yet')).toBeTruthy()
})

test('a recipe without a sample says so', async () => {
  await startApi({ [`GET /workflows/${id}`]: () => sampleWorkflow(1, { sample: null }) })
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText('No sample yet')).toBeTruthy()
})

test('an uploaded sample is labelled as the creator’s picture', async () => {
  const workflow = sampleWorkflow(1, { sample: sampleMedia({ uploaded: true }) })
  await startApi({ [`GET /workflows/${id}`]: () => workflow })
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText('Creator’s picture')).toBeTruthy()
  expect(screen.getByAltText(`Creator’s picture for ${workflow.name}`)).toBeTruthy()
  expect(screen.queryByAltText(/^Sample of/)).toBeNull()
})

test('an uploaded film is labelled as the creator’s film', async () => {
  const sample = sampleMedia({ kind: 'video', url: '/media/1/film.mp4', uploaded: true })
  const workflow = sampleWorkflow(1, { sample })
  await startApi({ [`GET /workflows/${id}`]: () => workflow })
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText('Creator’s film')).toBeTruthy()
  expect(screen.getByLabelText(`Creator’s film for ${workflow.name}`)).toBeTruthy()
})

test('a film sample plays by itself, unless less motion is wanted', async () => {
  const sample = sampleMedia({ kind: 'video', url: '/media/1/film.mp4' })
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const still = vi.spyOn(window, 'matchMedia')
  await startApi({ [`GET /workflows/${id}`]: () => sampleWorkflow(1, { sample }) })
  still.mockReturnValue({ matches: true } as MediaQueryList)
  const { unmount } = renderPage(`/workflows/${id}`)
  const film = await screen.findByLabelText('Sample of Recipe 1')
  expect(film.hasAttribute('controls')).toBe(true)
  expect(play).not.toHaveBeenCalled()
  unmount()
  still.mockReturnValue({ matches: false } as MediaQueryList)
  renderPage(`/workflows/${id}`)
  await screen.findByLabelText('Sample of Recipe 1')
  expect(play).toHaveBeenCalledTimes(1)
})

test('a picture opens as large as the window', async () => {
  await serve()
  const { user } = renderPage(`/workflows/${id}`)
  await user.click(await screen.findByRole('button', { name: 'Enlarge the picture' }))
  expect(await screen.findByRole('dialog', { name: 'Sample of Riso' })).toBeTruthy()
})

test('the page of a recipe that edits a photo compares the photo with its result', async () => {
  const workflow = sampleWorkflow(1, { sample_before: sampleMedia({ url: '/media/photo.png' }) })
  await startApi({ [`GET /workflows/${id}`]: () => workflow })
  renderPage(`/workflows/${id}`)
  expect(
    await screen.findByRole('slider', { name: 'How much of the picture before to show' }),
  ).toBeTruthy()
  expect(screen.getByAltText('The picture it was made from')).toBeTruthy()
})

test('a choice lists its options in words', async () => {
  const options = ['Dawn', 'Night'].map((label) => ({ value: label.toLowerCase(), label }))
  const inputs = [{ ...input, type: 'text', step_type: 'select', options }]
  await startApi({ [`GET /workflows/${id}`]: () => sampleWorkflow(1, { inputs }) })
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText('Dawn · Night')).toBeTruthy()
  expect(screen.getByText('CHOICE')).toBeTruthy()
})

test('like toggles and stays local', async () => {
  const asked = await serve()
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
  await serve()
  const { user } = renderPage(`/workflows/${id}`)
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  await waitFor(() => expect(copied).toHaveBeenCalledWith(location.href))
})

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
    await waitFor(() => expect(location.pathname).toBe('/workflows'))
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
    const failing = { failing: true, not_for_sale: 'Its last runs failed.' }
    await startApi({ [`GET /workflows/${id}`]: () => own(failing) })
    renderPage(`/workflows/${id}`)
    const why = await screen.findByRole('link', { name: 'See why' })
    expect(why.getAttribute('href')).toBe(`/studio/recipes/${id}`)
    expect(screen.queryByRole('link', { name: /^Start/ })).toBeNull()
    expect(screen.queryByRole('link', { name: 'I have paid already' })).toBeNull()
  })

  test('is the only user with these actions', async () => {
    await serve()
    renderPage(`/workflows/${id}`)
    await screen.findByRole('link', { name: /^Start Remix/ })
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  })
})

test('a buyer of a withdrawn recipe sees a notice, and no other creations', async () => {
  const asked = await startApi({
    [`GET /workflows/${id}`]: () => sampleWorkflow(1, { withdrawn: true }),
  })
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText('No longer on the market')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Start Remix/ })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: /^Recent Creations/ })).toBeNull()
  expect(asked.some(({ path }) => path.endsWith('/creations'))).toBe(false)
})

test('a buyer reads of an authorisation that no run has used, and continues with it', async () => {
  const next = '$3.00 is authorised and not charged.'
  await startApi({
    'GET /auth/me': () => sampleUser(),
    [`GET /workflows/${id}`]: () => sampleWorkflow(1),
    'GET /payment/open': ({ query }) => ({
      payment: query.get('workflow_id') === id ? { id: 'p1', next } : null,
    }),
  })
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText(next)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Continue or release' }).getAttribute('href')).toBe(
    `/workflows/${id}/remix`,
  )
})

test('a browser that has bought nothing asks for no payment', async () => {
  const asked = await serve()
  renderPage(`/workflows/${id}`)
  await screen.findByText('No creations yet')
  expect(asked.some(({ path }) => path === '/payment/open')).toBe(false)
})

test('a paused recipe is back soon: it starts no run, and a payment that was made still does', async () => {
  await startApi({ [`GET /workflows/${id}`]: () => sampleWorkflow(1, { paused: true }) })
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText('Back soon')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Start/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'I have paid already' }).getAttribute('href')).toBe(
    `/workflows/${id}/remix`,
  )
})

test('the page of a failing recipe says once why no run starts, and has no link to start one', async () => {
  const why = 'Its last runs failed, so no new run starts until one works again.'
  await startApi({
    [`GET /workflows/${id}`]: () =>
      sampleWorkflow(1, { paused: true, failing: true, not_for_sale: why }),
  })
  renderPage(`/workflows/${id}`)
  expect(await screen.findByText(new RegExp(why))).toBeTruthy()
  expect(within(screen.getByRole('main')).getAllByText(/failed/)).toHaveLength(1)
  expect(screen.queryByText('This recipe cannot be bought now')).toBeNull()
  expect(screen.queryByRole('link', { name: /^Start/ })).toBeNull()
})

test('a recipe without inputs has the text of its remix page', async () => {
  await startApi({ [`GET /workflows/${id}`]: () => sampleWorkflow(1) })
  renderPage(`/workflows/${id}`)
  expect(
    await screen.findByText('This recipe asks for no inputs, so there is nothing to remix.'),
  ).toBeTruthy()
})

test.each([`/workflows/${sampleId(9)}`, '/workflows/nonsense'])('%s is not found', async (path) => {
  await serve()
  renderPage(path)
  expect(await screen.findByText('Workflow not found')).toBeTruthy()
  expect(screen.getByText('This workflow may have been deleted or does not exist.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Browse Workflows' }).getAttribute('href')).toBe(
    '/workflows',
  )
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

test('the sample’s words stand under it by their labels, and begin a remix', async () => {
  const text = { ...input, type: 'text', step_type: 'text_input' }
  const hour = {
    ...input,
    key: 'hour',
    display_name: 'Hour',
    step_type: 'select',
    options: [{ value: 'n', label: 'Night' }],
  }
  const inputs = [hour, { ...text, key: 'place', display_name: 'Place' }]
  const recipe = (run: object) =>
    startApi({
      [`GET /workflows/${id}`]: () => sampleWorkflow(1, { inputs, sample_run: run as never }),
      [`GET /workflows/${id}/creations`]: () => ({
        creations: [],
        total: 0,
        has_more: false,
        next_cursor: null,
        offset: 0,
        limit: 20,
      }),
    })
  await recipe({ creation_id: 'c 1', inputs: { place: 'A lake at dawn', hour: 'n', gone: 'x' } })
  const { unmount } = renderPage(`/workflows/${id}`)
  const words = await screen.findByRole('region', { name: 'The words of this sample' })
  expect(
    within(words)
      .getAllByRole('definition')
      .map((one) => one.textContent),
  ).toEqual(['Night', 'A lake at dawn'])
  expect(within(words).getByRole('link', { name: 'Use these words' }).getAttribute('href')).toBe(
    `/workflows/${id}/remix?from=c%201`,
  )
  unmount()
  await recipe({ creation_id: 'c 1', inputs: { hour: 'n' } })
  renderPage(`/workflows/${id}`)
  await screen.findByRole('heading', { name: 'Required Inputs' })
  expect(screen.queryByRole('region', { name: 'The words of this sample' })).toBeNull()
})
