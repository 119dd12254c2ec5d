import { EditorView } from '@codemirror/view'
import { screen, waitFor } from '@testing-library/react'
import { CREATOR_TERMS_VERSION } from '@vignette/contract/draft-words.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleId, sampleUser, sampleWorkflow } from '../../../../test/samples.ts'
import { type Answerer, Refusal, startApi } from '../../../../test/start-api.ts'

afterEach(() => vi.restoreAllMocks())

const me = sampleId(7)
const ANONYMOUS = `anon_${'b'.repeat(24)}`
const provider = {
  id: 'local',
  title: 'On this machine',
  description: '',
  available: true,
  missing: null,
  costs_operator: false,
  approved_only: false,
  functions: [
    {
      function_type: 'text_to_image',
      title: 'Draw',
      description: 'Draws from words',
      output: 'image',
      model: 'none',
      needs: {
        prompt: 'required',
        first_image: 'none',
        last_image: 'none',
        videos: { min: 0, max: 0 },
      },
      params: {},
    },
  ],
}
const missing = {
  ...provider,
  id: 'fal',
  title: 'fal',
  available: false,
  missing: 'Set FAL_KEY to use it.',
  approved_only: true,
  functions: [],
}

function serve(more: Record<string, Answerer> = {}) {
  return startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /providers': () => ({ providers: [missing, provider] }),
    ...more,
  })
}

async function findEditor(): Promise<EditorView> {
  return waitFor(() => {
    const view = EditorView.findFromDOM(document.querySelector('.cm-editor') as HTMLElement)
    if (!view) throw new Error('The editor is not there yet')
    return view
  })
}

const write = (view: EditorView, text: string) =>
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })

test('the text is prefilled with an example with the caller’s user_id', async () => {
  await serve()
  renderPage('/workflows/create')
  const view = await findEditor()
  expect(view.contentDOM.getAttribute('aria-label')).toBe('Recipe JSON')
  expect(JSON.parse(view.state.doc.toString())).toMatchObject({ user_id: me, output: 'draw' })
})

test('the studio’s fields are one link away, also without an account', async () => {
  await serve()
  renderPage('/workflows/create')
  const link = await screen.findByRole('link', { name: 'studio' })
  expect(link.getAttribute('href')).toBe('/studio/recipes/new')
})

test('required fields, step types and providers are listed with missing credentials', async () => {
  await serve()
  renderPage('/workflows/create')
  expect(await screen.findByRole('heading', { name: 'Required fields' })).toBeTruthy()
  for (const name of ['name', 'user_id', 'price', 'cost', 'generation_time', 'steps', 'output'])
    expect(screen.getByText(name, { selector: 'dt' })).toBeTruthy()
  expect(await screen.findByText('Set FAL_KEY to use it.')).toBeTruthy()
  expect(screen.getAllByText('Approved creators')).toHaveLength(1)
  expect(screen.getByRole('heading', { name: 'Example step types' })).toBeTruthy()
  expect(screen.getByText('text_to_image', { selector: 'code' })).toBeTruthy()
})

test('an example replaces the editor’s text', async () => {
  await serve()
  const { user } = renderPage('/workflows/create')
  const view = await findEditor()
  await user.click(screen.getByRole('button', { name: /Draw, paint, animate/ }))
  await waitFor(() => expect(JSON.parse(view.state.doc.toString()).steps).toHaveLength(3))
})

test('undo of a replaced text is offered until the recipe is published', async () => {
  await serve({ 'POST /workflows': () => sampleWorkflow(5) })
  const { user } = renderPage('/workflows/create')
  await findEditor()
  await user.click(screen.getByRole('button', { name: /Draw, paint, animate/ }))
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Create Workflow' }))
  await screen.findByRole('link', { name: 'Test Remix →' })
  // Faster than the toast's own timeout.
  const undone = () => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await waitFor(undone, { timeout: 5000 })
})

describe('Format JSON', () => {
  test('indents', async () => {
    await serve()
    const { user } = renderPage('/workflows/create')
    const view = await findEditor()
    write(view, '{"name":"a"}')
    await user.click(screen.getByRole('button', { name: 'Format JSON' }))
    await waitFor(() => expect(view.state.doc.toString()).toBe('{\n  "name": "a"\n}'))
  })

  test('shows Invalid JSON - cannot format', async () => {
    await serve()
    const { user } = renderPage('/workflows/create')
    write(await findEditor(), '{')
    await user.click(screen.getByRole('button', { name: 'Format JSON' }))
    expect(await screen.findByText('Invalid JSON - cannot format')).toBeTruthy()
  })
})

describe('Create Workflow', () => {
  test('shows Creating..., then id, name, price, minutes and links onwards', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const notes = ['sample_creation_url was left out: it is of another site.']
    const made = sampleWorkflow(5, { name: 'Mine', price: 300, generation_time: 125_000, notes })
    const asked = await serve({
      'POST /workflows': async () => {
        await held
        return made
      },
    })
    const { user } = renderPage('/workflows/create')
    await findEditor()
    await user.click(screen.getByRole('button', { name: 'Create Workflow' }))
    expect(await screen.findByRole('button', { name: 'Creating...' })).toBeTruthy()
    release()
    expect(await screen.findByText(made.id)).toBeTruthy()
    for (const text of ['Mine', '$3.00', '3 minutes', ...notes])
      expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Test Remix →' }).getAttribute('href')).toBe(
      `/workflows/${made.id}/remix`,
    )
    const sent = asked.find(({ method, path }) => method === 'POST' && path === '/workflows')
    expect(sent?.headers['idempotency-key']).toBeTruthy()
    expect(screen.getByRole('link', { name: 'View Recipe' }).getAttribute('href')).toBe(
      `/workflows/${made.id}`,
    )
    await user.click(screen.getByRole('button', { name: 'Create Another' }))
    expect(await screen.findByRole('button', { name: 'Create Workflow' })).toBeTruthy()
  })

  test('shows Invalid JSON: {message} and sends no request', async () => {
    const asked = await serve()
    const { user } = renderPage('/workflows/create')
    write(await findEditor(), '{"name": }')
    await user.click(screen.getByRole('button', { name: 'Create Workflow' }))
    expect((await screen.findByText(/^Invalid JSON: /)).textContent).toMatch(/Unexpected token/)
    expect(asked.some(({ method, path }) => method === 'POST' && path === '/workflows')).toBe(false)
  })

  test('takes the creator terms where the server asks for them, and keeps the text', async () => {
    const message = 'A recipe with a price needs the creator terms.'
    const sent: Record<string, unknown>[] = []
    await serve({
      'POST /workflows': ({ body }) => {
        const document = JSON.parse(body) as Record<string, unknown>
        sent.push(document)
        return document['accept_creator_terms']
          ? sampleWorkflow(1)
          : new Refusal(409, { error: message, details: [{ path: 'creator_terms', message }] })
      },
    })
    const { user } = renderPage('/workflows/create')
    const view = await findEditor()
    const text = view.state.doc.toString()
    await user.click(screen.getByRole('button', { name: 'Create Workflow' }))
    const tick = await screen.findByRole('checkbox', { name: 'I accept the terms for creators' })
    expect(view.state.doc.toString()).toBe(text)
    await user.click(tick)
    await user.click(screen.getByRole('button', { name: 'Create Workflow' }))
    expect(await screen.findByRole('link', { name: 'Test Remix →' })).toBeTruthy()
    expect(sent.map((document) => document['accept_creator_terms'])).toEqual([
      undefined,
      CREATOR_TERMS_VERSION,
    ])
  })

  test('shows API Error: … with each fault and its place', async () => {
    const fault = { path: 'description', message: 'names a forbidden thing' }
    await serve({
      'POST /workflows': () => new Refusal(400, { error: 'Not so', details: [fault] }),
    })
    const { user } = renderPage('/workflows/create')
    const view = await findEditor()
    await user.click(screen.getByRole('button', { name: 'Create Workflow' }))
    expect(await screen.findByText('API Error: HTTP 400: Bad Request - Not so')).toBeTruthy()
    expect(screen.getByText('description', { selector: 'code' })).toBeTruthy()
    await waitFor(() =>
      expect(view.dom.querySelector('.cm-lintRange-error')?.textContent).toMatch(/^"Name a place/),
    )
  })

  test('shows a single fault once', async () => {
    const fault = { path: 'price', message: 'price is too low' }
    await serve({
      'POST /workflows': () => new Refusal(400, { error: fault.message, details: [fault] }),
    })
    const { user } = renderPage('/workflows/create')
    await findEditor()
    await user.click(screen.getByRole('button', { name: 'Create Workflow' }))
    expect(await screen.findAllByText(/price is too low/)).toHaveLength(1)
  })

  test('shows An unexpected error occurred', async () => {
    await serve()
    const { user } = renderPage('/workflows/create')
    await findEditor()
    // A broken connection is neither an answer nor a refusal.
    vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    await user.click(screen.getByRole('button', { name: 'Create Workflow' }))
    expect(await screen.findByText('An unexpected error occurred')).toBeTruthy()
    expect(screen.getByText('The server could not be reached. Check your connection.')).toBeTruthy()
  })
})

test.each([401, 403, 404])(
  'for another creator’s recipe (%i) shows who may edit, and a link onwards',
  async (status) => {
    await serve({
      'GET /auth/me': () => new Refusal(401),
      [`GET /workflows/${sampleId(5)}/source`]: () => new Refusal(status),
    })
    renderPage(`/workflows/create?edit=${sampleId(5)}`)
    expect(await screen.findByText(/^Only its creator can edit a recipe/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Browse Workflows' })).toBeTruthy()
  },
)

describe('an unpublished draft', () => {
  test('is restored after a reload, with the user_id of the current user', async () => {
    localStorage.setItem('user_id', ANONYMOUS)
    await serve({ 'GET /auth/me': () => new Refusal(401) })
    const before = renderPage('/workflows/create')
    const typed = JSON.parse((await findEditor()).state.doc.toString()) as { user_id: string }
    expect(typed.user_id).toBe(ANONYMOUS)
    write(await findEditor(), JSON.stringify({ ...typed, name: 'Half a recipe' }))
    before.unmount()

    await serve()
    const { user } = renderPage('/workflows/create')
    const view = await findEditor()
    expect(JSON.parse(view.state.doc.toString())).toMatchObject({
      name: 'Half a recipe',
      user_id: me,
    })
    await user.click(screen.getByRole('button', { name: 'Start from the example' }))
    await waitFor(() => expect(view.state.doc.toString()).toContain('Quiet landscapes'))
    expect(localStorage.getItem('recipe_draft')).toBeNull()
  })

  test('is deleted after publishing', async () => {
    await serve({ 'POST /workflows': () => sampleWorkflow(5) })
    const { user } = renderPage('/workflows/create')
    write(await findEditor(), '{"name":"Mine"}')
    expect(localStorage.getItem('recipe_draft')).toContain('Mine')
    await user.click(screen.getByRole('button', { name: 'Create Workflow' }))
    await screen.findByText('Recipe published')
    expect(localStorage.getItem('recipe_draft')).toBeNull()
  })
})

test('editing an own recipe publishes a new version', async () => {
  const id = sampleId(3)
  const source = {
    name: 'Old',
    user_id: me,
    price: 0,
    cost: 0,
    generation_time: 1000,
    steps: [],
    output: 'x',
  }
  const asked = await serve({
    [`GET /workflows/${id}/source`]: () => source,
    [`PUT /workflows/${id}`]: () => sampleWorkflow(3, { name: 'New', version: 2 }),
  })
  const { user } = renderPage(`/workflows/create?edit=${id}`)
  write(await findEditor(), JSON.stringify({ ...source, name: 'New' }))
  await user.click(screen.getByRole('button', { name: 'Publish new version' }))
  expect(await screen.findByText('New version published')).toBeTruthy()
  expect(JSON.parse(asked.find(({ method }) => method === 'PUT')?.body ?? '')).toMatchObject({
    name: 'New',
  })
})
