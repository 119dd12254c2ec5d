import { expect, test } from 'vitest'
import { findComfyChoices } from './find-comfy-choices.ts'
import { readComfyGraph } from './read-comfy-graph.ts'
import { readPngGraph } from './read-png-graph.ts'
import { writeComfyRecipe } from './write-comfy-recipe.ts'

const GRAPH = {
  '3': {
    class_type: 'KSampler',
    inputs: {
      seed: 42,
      steps: 20,
      positive: ['10', 0],
      negative: ['7', 0],
      latent_image: ['5', 0],
    },
  },
  '5': { class_type: 'VAEEncode', inputs: { pixels: ['11', 0] } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a "cat"', clip: ['4', 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'blurry', clip: ['4', 1] } },
  '9': { class_type: 'SaveImage', inputs: { filename_prefix: 'x', images: ['3', 0] } },
  '10': { class_type: 'FluxGuidance', inputs: { guidance: 3.5, conditioning: ['6', 0] } },
  '11': { class_type: 'LoadImage', inputs: { image: 'me.png' }, _meta: { title: 'Your face' } },
}

function read(value: unknown) {
  const found = readComfyGraph(value)
  if (found.is !== 'graph') throw new Error(found.is)
  return found
}

test('a graph is told from ComfyUI’s own save and from other JSON', () => {
  expect(readComfyGraph(GRAPH).is).toBe('graph')
  expect(readComfyGraph({ nodes: [], links: [], version: 0.4 })).toEqual({ is: 'editor' })
  for (const other of [{}, [], 'x', null, { name: 'Neon', steps: [] }, { ...GRAPH, x: 1 }]) {
    expect(readComfyGraph(other)).toEqual({ is: 'other' })
  }
})

test('photo, positive words and seed are taken, negative words stay fixed', () => {
  const { choices, makes } = findComfyChoices(read(GRAPH).graph)
  expect(makes).toBe('image')
  expect(choices.map(({ id, kind, title, isTaken }) => [id, kind, title, isTaken])).toEqual([
    ['3.seed', 'seed', 'Seed of KSampler', true],
    ['6.text', 'words', 'Words', true],
    ['7.text', 'words', 'Words', false],
    ['11.image', 'photo', 'Your face', true],
  ])
})

test('what is taken becomes an input, and every other value stays', () => {
  const { graph, written } = read(GRAPH)
  const found = findComfyChoices(graph)
  const taken = new Set(found.choices.filter((one) => one.isTaken).map((one) => one.id))
  const recipe = JSON.parse(writeComfyRecipe(written, found, taken, 'Portrait')) as {
    steps: object[]
  }
  expect(recipe).toMatchObject({
    name: 'Portrait',
    inputs: [
      { key: 'words', type: 'text', value: 'a "cat"' },
      { key: 'your_face', type: 'image', display_name: 'Your face' },
    ],
    output: 'picture',
  })
  const filled = structuredClone(GRAPH) as Record<string, { inputs: Record<string, unknown> }>
  Object.assign(filled['3']?.inputs ?? {}, { seed: '@seed' })
  Object.assign(filled['6']?.inputs ?? {}, { text: '{{words}}' })
  Object.assign(filled['11']?.inputs ?? {}, { image: '@first_image' })
  expect(recipe.steps).toEqual([
    {
      id: 'picture',
      function_type: 'image_to_image',
      provider: 'comfyui',
      first_image: '{{your_face}}',
      params: { graph: filled },
    },
  ])
  const fixed = JSON.parse(writeComfyRecipe(written, found, new Set(), '')) as { steps: object[] }
  expect(fixed).toMatchObject({ name: 'Untitled recipe', inputs: [] })
  expect(fixed.steps).toMatchObject([{ function_type: 'text_to_image', params: { graph: GRAPH } }])
})

test('a graph that saves a film makes a film', () => {
  const film = { ...GRAPH, '9': { class_type: 'VHS_VideoCombine', inputs: { images: ['3', 0] } } }
  const { graph, written } = read(film)
  const found = findComfyChoices(graph)
  const both = new Set(['6.text', '7.text'])
  expect(JSON.parse(writeComfyRecipe(written, found, both, 'x'))).toMatchObject({
    inputs: [{ key: 'words' }, { key: 'words_2' }],
    steps: [{ id: 'film', function_type: 'text_to_video' }],
    output_type: 'mp4',
  })
})

function chunk(type: string, data: string): Uint8Array {
  const bytes = new Uint8Array(12 + data.length)
  new DataView(bytes.buffer).setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(type + data), 4)
  return bytes
}

test('the graph of a picture is read from its text', () => {
  const signature = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])
  const png = (...chunks: Uint8Array[]) =>
    new Uint8Array([signature, ...chunks].flatMap((one) => [...one]))
  const other = chunk('tEXt', 'workflow\0{"nodes": []}')
  expect(readPngGraph(png(other, chunk('tEXt', 'prompt\0{"1": 2}'), chunk('IEND', '')))).toBe(
    '{"1": 2}',
  )
  expect(readPngGraph(png(other, chunk('IEND', '')))).toBeUndefined()
  expect(readPngGraph(signature.subarray(0, 5))).toBeUndefined()
  expect(readPngGraph(new TextEncoder().encode('{}'))).toBeUndefined()
  const huge = chunk('IDAT', '')
  new DataView(huge.buffer).setUint32(0, 0xffffffff)
  expect(readPngGraph(png(huge, chunk('IEND', '')))).toBeUndefined()
})
