import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleUser } from '../../../../test/samples.ts'
import { Refusal, startApi } from '../../../../test/start-api.ts'
import { DRAFT, sampleDraft } from '../test-support/open-builder.ts'

const GRAPH = {
  '1': { class_type: 'LoadImage', inputs: { image: 'me.png' } },
  '2': { class_type: 'CLIPTextEncode', inputs: { text: 'a cat' } },
  '3': { class_type: 'KSampler', inputs: { seed: 7, positive: ['2', 0], latent_image: ['1', 0] } },
  '4': { class_type: 'SaveImage', inputs: { images: ['3', 0] } },
}

async function begin(file: File, answers: (() => unknown)[] = []) {
  const made: string[] = []
  await startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /providers': () => ({ providers: [] }),
    'GET /drafts': () => ({ drafts: [], next_cursor: null }),
    'POST /drafts': ({ body }) => {
      const { text } = JSON.parse(body) as { text: string }
      made.push(text)
      return answers.shift()?.() ?? sampleDraft(text)
    },
    [`GET /drafts/${DRAFT}`]: () => sampleDraft(made.at(-1) ?? ''),
  })
  const { user } = renderPage('/studio/recipes/new')
  await user.upload(await screen.findByLabelText('Recipe file'), file)
  return { user, made }
}

const file = (value: unknown, name = 'Portrait.json') =>
  new File([typeof value === 'string' ? value : JSON.stringify(value)], name)

test('a graph becomes a recipe with the inputs that are ticked', async () => {
  const { user, made } = await begin(file(GRAPH), [() => new Refusal(500)])
  await screen.findByRole('dialog', { name: 'A graph of ComfyUI' })
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map((box) => [box.labels?.[0]?.textContent, box.checked])).toEqual([
    ['Photo: Photo', true],
    ['Words: Words', true],
    ['Random: Seed of KSampler', true],
  ])
  await user.click(screen.getByLabelText('Words: Words'))
  await user.click(screen.getByRole('button', { name: 'Make the recipe' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Make the recipe' }))
  await waitFor(() => expect(location.pathname).toBe(`/studio/drafts/${DRAFT}`))
  expect(made).toHaveLength(2)
  expect(JSON.parse(made[1] ?? '')).toMatchObject({
    name: 'Portrait',
    inputs: [{ key: 'photo', type: 'image' }],
    steps: [
      {
        function_type: 'image_to_image',
        provider: 'comfyui',
        first_image: '{{photo}}',
        params: {
          graph: {
            '1': { inputs: { image: '@first_image' } },
            '2': { inputs: { text: 'a cat' } },
            '3': { inputs: { seed: '@seed' } },
          },
        },
      },
    ],
  })
})

test('ComfyUI’s own save and a picture without a graph are refused in words', async () => {
  const { user } = await begin(file({ nodes: [], links: [] }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This is ComfyUI’s own save. Use Workflow › Export (API) and drop that.',
  )
  await user.upload(screen.getByLabelText('Recipe file'), file('x', 'a.png'))
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('This picture holds no graph of ComfyUI.'),
  )
})

test('a file that is no graph begins a draft as it is', async () => {
  const { made } = await begin(file('{"name": "half'))
  await waitFor(() => expect(made).toEqual(['{"name": "half']))
})
