import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Parts, readComfyFile } from './comfy-file.ts'
import { readNodeTypes } from './comfy-nodes.ts'
import { importComfy } from './comfy-recipe.ts'

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
  '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'a.safetensors' } },
  '9': { class_type: 'SaveImage', inputs: { filename_prefix: 'x', images: ['3', 0] } },
  '10': { class_type: 'FluxGuidance', inputs: { guidance: 3.5, conditioning: ['6', 0] } },
  '11': { class_type: 'LoadImage', inputs: { image: 'me.png' }, _meta: { title: 'Your face' } },
}

const types = undefined
const read = (prompt: Parts, more: Partial<Parameters<typeof importComfy>[1]> = {}) =>
  importComfy({ prompt }, { name: 'Portrait', types, ...more })
const faultsOf = (prompt: Parts) =>
  read(prompt).faults.map(({ node, message }) => [node?.id, message])

test('proposes photo, first wish and seed, and keeps every other value fixed', () => {
  const { document, form, faults } = read(GRAPH)
  expect(faults).toEqual([])
  expect(form.map(({ kind, title, isTaken, node }) => [kind, title, isTaken, node.id])).toEqual([
    ['seed', 'Seed of KSampler', true, '3'],
    ['words', 'Words', true, '6'],
    ['words', 'Words', false, '7'],
    ['photo', 'Your face', true, '11'],
  ])
  expect(document).toMatchObject({
    name: 'Portrait',
    output_type: 'image',
    inputs: [
      { key: 'words', type: 'text', value: 'a "cat"' },
      { key: 'your_face', type: 'image', display_name: 'Your face' },
    ],
    output: 'picture',
  })
  const filled = structuredClone(GRAPH)
  Object.assign(filled['3'].inputs, { seed: '@seed' })
  Object.assign(filled['6'].inputs, { text: '{{words}}' })
  Object.assign(filled['11'].inputs, { image: '@first_image' })
  expect(document?.steps).toMatchObject([
    {
      id: 'picture',
      function_type: 'image_to_image',
      provider: 'comfyui',
      first_image: '{{your_face}}',
      params: { graph: filled },
    },
  ])
})

test('what is taken instead becomes an input, by its place in the form', () => {
  const { document } = read(GRAPH, { taken: new Set([1, 2]) })
  expect(document).toMatchObject({
    inputs: [{ key: 'words' }, { key: 'words_2', value: 'blurry' }],
    steps: [
      {
        function_type: 'text_to_image',
        params: { graph: { '3': { inputs: { seed: 42 } }, '11': { inputs: { image: 'me.png' } } } },
      },
    ],
  })
  expect(read(GRAPH, { taken: new Set() }).document).toMatchObject({ inputs: [] })
})

test('sizes are chosen among those that fit, and a long wish is not cut', () => {
  const latent = { class_type: 'EmptyLatentImage', inputs: { width: 1000, height: 768 } }
  const graph = structuredClone({ ...GRAPH, '5': latent })
  graph['6'].inputs.text = 'a'.repeat(501)
  const { inputs } = read({ ...graph, '11': undefined }).document as {
    inputs: { options?: { value: string }[] }[]
  }
  expect(inputs).toMatchObject([
    { key: 'width', type: 'select', value: '1000' },
    { key: 'height', value: '768' },
    { key: 'words', type: 'text' },
  ])
  expect(inputs[0]?.options?.map(({ value }) => value).slice(-3)).toEqual(['960', '1000', '1024'])
  expect(inputs[2]).not.toHaveProperty('value')
})

test('several nodes that save become a set, each with what leads to it alone', () => {
  const second = {
    '20': { class_type: 'PreviewImage', inputs: { images: ['3', 0] } },
    '21': { class_type: 'SaveImage', inputs: { images: ['22', 0] } },
    '22': { class_type: 'LoadImage', inputs: { image: 'other.png' } },
    '23': { class_type: 'SaveVideo', inputs: { video: ['3', 0] } },
  }
  const { document } = read({ ...GRAPH, ...second })
  const steps = document?.steps as { params: { graph: Parts } }[]
  expect(document).toMatchObject({
    output: 'picture',
    outputs: ['picture', 'picture_2', 'film'],
    steps: [
      { function_type: 'image_to_image', first_image: '{{your_face}}' },
      { function_type: 'image_to_image', first_image: '{{photo}}' },
      { function_type: 'image_to_video', first_image: '{{your_face}}' },
    ],
  })
  expect(Object.keys(steps[1]?.params.graph ?? {})).toEqual(['21', '22'])
  expect(JSON.stringify(document)).not.toContain('PreviewImage')
  const many = Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`s${at}`, GRAPH['9']]))
  expect(faultsOf({ ...GRAPH, ...many })).toEqual([
    [undefined, expect.stringContaining('at most 16') as string],
  ])
})

test.each([
  ['OpenAIGPTImage1', 'calls a paid service'],
  ['KlingImage2VideoNode', 'calls a paid service'],
  ['Load Image From Path', 'reads files'],
  ['VHS_LoadVideoPath', 'reads files'],
  ['LoadImageFromUrl', 'reads files'],
  ['Load Text File', 'reads files'],
  ['ExecutePython', 'runs code'],
  ['Shell Command', 'runs code'],
])('refuses %s by its name', (class_type, message) => {
  const node = { class_type, inputs: {}, _meta: { title: 'Innocent' } }
  const { document, faults } = read({ ...GRAPH, '50': node })
  expect(document).toBeNull()
  expect(faults).toMatchObject([
    {
      node: { id: '50', title: 'Innocent', type: class_type },
      message: expect.stringContaining(message) as string,
    },
  ])
})

test.each([
  'FluxGuidance',
  'WanImageToVideo',
  'LoraLoader',
  'TripoSplatSampler',
  'ImageUpscaleWithModel',
  'CLIPTextEncodeFlux',
  'VHS_LoadVideo',
  'StyleModelLoader',
  'DownloadAndLoadFlorence2Model',
  'KSamplerAdvanced',
  'StringConcatenate',
  'LuminaDiffusion',
])('takes %s', (class_type) => {
  expect(faultsOf({ ...GRAPH, '50': { class_type, inputs: {} } })).toEqual([])
})

test('refuses paths of the server, whatever the node', () => {
  const at = (value: string) => faultsOf({ ...GRAPH, '4': { class_type: 'X', inputs: { value } } })
  for (const path of ['/etc/passwd', 'C:\\models\\a', '../../input/b.png', 'file:///x', '~/x']) {
    expect(at(path)).toMatchObject([['4', expect.stringContaining('path on a disk') as string]])
  }
  expect(at('http://10.0.0.1/a.png')).toMatchObject([
    ['4', expect.stringContaining('web address') as string],
  ])
  for (const fine of ['flux/dev.safetensors', 'a cat and/or a dog', '1/2', 'sub\\model.pt']) {
    expect(at(fine)).toEqual([])
  }
})

test('names broken links, circles, lost photos and a graph that saves nothing', () => {
  expect(faultsOf({ ...GRAPH, '4': { class_type: 'X', inputs: { model: ['99', 0] } } })).toEqual([
    ['4', 'its input “model” names the node 99, which is not in the file'],
  ])
  const around = { ...GRAPH['5'], inputs: { pixels: ['3', 0] }, _meta: { title: 'Encode' } }
  expect(faultsOf({ ...GRAPH, '5': around })).toEqual([
    [expect.any(String), expect.stringMatching(/waits for itself: .*Encode/) as string],
    ['11', 'its picture leads to nothing that is saved'],
  ])
  const { '9': _, ...unsaved } = GRAPH
  expect(faultsOf(unsaved)[0]).toEqual([
    undefined,
    expect.stringContaining('add Save Image') as string,
  ])
  expect(
    faultsOf({ ...GRAPH, '6': { ...GRAPH['6'], inputs: { text: 'x', style: '{{a b}}' } } }),
  ).toEqual([['6', expect.stringContaining('{{…}}') as string]])
  expect(faultsOf({ ...GRAPH, '8': { inputs: {} } })).toEqual([
    ['8', expect.stringContaining('has no type') as string],
  ])
})

test('a circle of two thousand nodes is found', () => {
  const ring = Object.fromEntries(
    Array.from({ length: 1_900 }, (_, at) => [
      `r${at}`,
      { class_type: 'X', inputs: { next: [`r${(at + 1) % 1_900}`, 0] } },
    ]),
  )
  expect(faultsOf({ ...GRAPH, ...ring })).toHaveLength(1)
  expect(
    faultsOf({
      ...GRAPH,
      ...ring,
      ...Object.fromEntries(Object.entries(ring).map(([id, one]) => [`${id}b`, one])),
    }),
  ).toEqual([[undefined, expect.stringContaining('at most 2000') as string]])
})

const INFO = {
  KSampler: {
    input: { required: { model: ['MODEL'], seed: ['INT'], positive: ['CONDITIONING'] } },
    output: ['LATENT'],
  },
  CheckpointLoaderSimple: {
    input: { required: { ckpt_name: [['sub/a.safetensors', 'b.safetensors']] } },
    output: ['MODEL', 'CLIP', 'VAE'],
  },
  CLIPTextEncode: {
    input: { required: { text: ['STRING'], clip: ['CLIP'] } },
    output: ['CONDITIONING'],
  },
  LoadImage: {
    input: { required: { image: [['here.png'], { image_upload: true }] } },
    output: ['IMAGE', 'MASK'],
  },
  VAEEncode: { input: { required: { pixels: ['IMAGE'] } }, output: ['LATENT'] },
  SaveImage: { input: { required: { images: ['IMAGE'] } }, output: [], output_node: true },
  Secret: { input: { required: {} }, output: ['IMAGE'], api_node: true },
}

test('a server tells what is missing, what is not connected and what is paid', () => {
  const asked = { types: readNodeTypes(INFO) }
  const whole = structuredClone(GRAPH) as Parts & typeof GRAPH
  Object.assign(whole['3'].inputs, { model: ['4', 0] })
  expect(read(whole, asked)).toMatchObject({
    faults: [],
    missing: [
      { kind: 'model', name: 'a.safetensors', node: { id: '4' } },
      { kind: 'node', name: 'FluxGuidance', node: { id: '10' } },
    ],
  })
  expect(read(whole, { ...asked, taken: new Set() }).missing).toContainEqual(
    expect.objectContaining({ kind: 'file', name: 'me.png' }),
  )
  whole['4'].inputs.ckpt_name = 'sub\\a.safetensors'
  const { missing, document } = read(whole, asked)
  expect(missing).toMatchObject([{ kind: 'node' }])
  expect(JSON.stringify(document)).toContain('"sub/a.safetensors"')
  expect(
    read({ ...GRAPH, '50': { class_type: 'Secret', inputs: {} } }, asked).faults,
  ).toMatchObject([
    { node: { id: '50' }, message: expect.stringContaining('paid') as string },
    { node: { id: '3' }, message: 'its input “model” is not connected' },
  ])
  const slot = { ...whole, '6': { ...GRAPH['6'], inputs: { text: 'x', clip: ['4', 7] } } }
  expect(read(slot, asked).faults).toMatchObject([
    { message: expect.stringContaining('output 8') as string },
  ])
})

test('app mode’s selection is the form', () => {
  const extra = {
    linearData: {
      inputs: [
        ['3', 'steps'],
        [7, 'text'],
      ],
      outputs: ['9'],
    },
  }
  const also = { '30': { class_type: 'SaveImage', inputs: { images: ['3', 0] } } }
  const { form, document } = read({ ...GRAPH, ...also, extra })
  expect(form.filter(({ isTaken }) => isTaken).map(({ kind, title }) => [kind, title])).toEqual([
    ['seed', 'Seed of KSampler'],
    ['number', 'Steps'],
    ['words', 'Words'],
  ])
  expect(document).not.toHaveProperty('outputs')
  expect(document?.inputs).toMatchObject([
    { key: 'steps', type: 'number', value: 20 },
    { key: 'words', value: 'blurry' },
  ])
})

const chunk = (type: string, data: Uint8Array) => {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length)
  bytes.write(type, 4, 'latin1')
  bytes.set(data, 8)
  return bytes
}
const png = (...chunks: Buffer[]) =>
  Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...chunks])
const PROMPT = JSON.stringify({ '1': { class_type: 'SaveImage', inputs: { text: 'é' } } })
const SAVE = JSON.stringify({ nodes: [], links: [] })

test('a graph is read from JSON, PNG and WebP, wherever it stands', async () => {
  const both = { prompt: JSON.parse(PROMPT) as Parts, workflow: JSON.parse(SAVE) as Parts }
  const text = (words: string) => Buffer.from(words)
  const pixels = chunk('IDAT', Buffer.alloc(500))
  const files = {
    plain: png(
      chunk('tEXt', text(`prompt\0${PROMPT}`)),
      pixels,
      chunk('tEXt', text(`workflow\0${SAVE}`)),
    ),
    compressed: png(
      pixels,
      chunk('zTXt', Buffer.concat([text('prompt\0\0'), deflateSync(PROMPT)])),
      chunk('iTXt', Buffer.concat([text('workflow\0\x01\0de\0Arbeit\0'), deflateSync(SAVE)])),
    ),
    utf8: png(
      chunk('iTXt', text(`prompt\0\0\0\0\0${PROMPT}`)),
      chunk('comf', text(`workflow\0${SAVE}`)),
    ),
    webp: webp(PROMPT, SAVE),
    call: text(JSON.stringify({ prompt: both.prompt, extra_data: { extra_pnginfo: both } })),
  }
  for (const [name, bytes] of Object.entries(files)) {
    expect([name, await readComfyFile(bytes)]).toEqual([name, both])
  }
  expect(await readComfyFile(text(PROMPT.replace('"é"', 'NaN')))).toEqual({
    prompt: { '1': { class_type: 'SaveImage', inputs: { text: null } } },
  })
})

function webp(prompt: string, workflow: string): Buffer {
  const [one, two] = [`Prompt:${prompt}\0`, `Workflow:${workflow}\0`].map((words) =>
    Buffer.from(words),
  )
  const head = Buffer.alloc(38)
  head.write('II*\0', 0, 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(2, 8)
  for (const [at, tag, bytes, from] of [
    [10, 0x10f, two!, 38 + one!.length],
    [22, 0x110, one!, 38],
  ] as const) {
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(2, at + 2)
    head.writeUInt32LE(bytes.length, at + 4)
    head.writeUInt32LE(from, at + 8)
  }
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), head, one!, two!])
  const part = (type: string, data: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(data.length)
    return Buffer.concat([Buffer.from(type), size, data, Buffer.alloc(data.length % 2)])
  }
  return part(
    'RIFF',
    Buffer.concat([Buffer.from('WEBP'), part('VP8L', Buffer.alloc(333)), part('EXIF', exif)]),
  )
}

test('what holds no graph is told from what does', async () => {
  const bomb = chunk(
    'zTXt',
    Buffer.concat([Buffer.from('prompt\0\0'), deflateSync(Buffer.alloc(9e6, 32))]),
  )
  const huge = chunk('IDAT', Buffer.alloc(0))
  huge.writeUInt32BE(0xffffffff)
  for (const bytes of [
    Buffer.from('{}'),
    Buffer.from('not JSON'),
    Buffer.from('{"name": "Neon", "steps": []}'),
    Buffer.alloc(0),
    png(),
    png(huge),
    png(bomb),
    png(chunk('tEXt', Buffer.from('prompt\0{"a": '))),
    Buffer.from('RIFF\0\0\0\0WEBPEXIF\xff\xff\xff\xffII*\0'),
    webp('x', 'y').subarray(0, -20),
  ]) {
    expect(await readComfyFile(bytes)).toBeUndefined()
  }
})
