import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { sampleUser } from '../../../test/samples.ts'
import { Refusal, startApi } from '../../../test/start-api.ts'
import { DRAFT, sampleDraft } from './test-support/open-builder.ts'

const node = { id: '5:7', title: 'Face', type: 'LoadImage' }
const choice = { kind: 'words', title: 'Words', value: 'a cat', taken: true, node }
const document = {
  name: 'Portrait',
  price: 0,
  cost: 0,
  generation_time: 30,
  steps: [{ id: 'picture', function_type: 'text_to_image', provider: 'comfyui' }],
  output: 'picture',
}
const IMPORTED = {
  document,
  form: [choice, { ...choice, kind: 'photo', title: 'Face', taken: false }],
  missing: [{ kind: 'model', name: 'big.safetensors', node }],
  faults: [],
  asked: true,
}
const GRAPH = { '1': { class_type: 'SaveImage', inputs: {} } }

async function begin(chosen: File, answers: (() => unknown)[] = []) {
  const made: string[] = []
  const asked: string[] = []
  await startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /providers': () => ({ providers: [] }),
    'GET /drafts': () => ({ drafts: [], next_cursor: null }),
    'POST /workflows/import': ({ query }) => {
      asked.push(query.get('take') ?? '')
      return answers.shift()?.() ?? IMPORTED
    },
    'POST /drafts': ({ body }) => {
      const { text } = JSON.parse(body) as { text: string }
      made.push(text)
      return sampleDraft(text)
    },
    [`GET /drafts/${DRAFT}`]: () => sampleDraft(made.at(-1) ?? ''),
  })
  const { user } = renderPage('/studio/recipes/new')
  await user.upload(await screen.findByLabelText('Recipe file'), chosen)
  return { user, made, asked }
}

const file = (value: unknown, name = 'Portrait.json') =>
  new File([typeof value === 'string' ? value : JSON.stringify(value)], name)

test('a file becomes a draft with what is ticked, and says what the server lacks', async () => {
  const { user, made, asked } = await begin(file(GRAPH), [() => IMPORTED, () => new Refusal(500)])
  await screen.findByText('Missing on the ComfyUI server here')
  expect(screen.getByText(/The model big\.safetensors/).textContent).toContain('node 5:7')
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map((box) => [box.labels?.[0]?.textContent, box.checked])).toEqual([
    ['Words: Words', true],
    ['Photo: Face', false],
  ])
  await user.click(screen.getByLabelText('Photo: Face'))
  await user.click(screen.getByRole('button', { name: 'Make the recipe' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Make the recipe' }))
  await waitFor(() => expect(location.pathname).toBe(`/studio/drafts/${DRAFT}`))
  expect(asked).toEqual(['', '0,1', '0,1'])
  expect(made).toHaveLength(1)
  const draft = { ...document, cost: undefined, generation_time: undefined }
  expect(JSON.parse(made[0] ?? '')).toEqual(JSON.parse(JSON.stringify(draft)))
})

test('what stands in the way is told by node, and no recipe is made', async () => {
  const message = 'calls a paid service'
  const faults = [
    { node, message },
    { node: null, message: 'Nothing is saved.' },
  ]
  await begin(file('x', 'a.webp'), [
    () => ({ ...IMPORTED, document: null, form: [], missing: [], faults }),
  ])
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(
    'It cannot become a recipe yetFace: calls a paid serviceLoadImage · node 5:7Nothing is saved.',
  )
  expect(screen.queryByRole('button', { name: 'Make the recipe' })).toBeNull()
})

test('a picture without a workflow is refused in the server’s words', async () => {
  const words = 'This file holds no workflow of ComfyUI.'
  await begin(file('x', 'a.png'), [() => new Refusal(400, { code: 'bad_request', error: words })])
  expect((await screen.findByRole('alert')).textContent).toBe(words)
})

test('a file that is no workflow begins a draft as it is', async () => {
  const { made, asked } = await begin(file('{"name": "half'))
  await waitFor(() => expect(made).toEqual(['{"name": "half']))
  expect(asked).toEqual([])
})
