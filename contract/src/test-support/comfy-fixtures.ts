import type { Parts } from '../comfy-file.ts'

// Files as ComfyUI's editor saves them, written for the tests.

/** What a server says of the nodes that the fixtures use. */
export const INFO = {
  CheckpointLoaderSimple: node(
    { ckpt_name: [['a.safetensors', 'b.safetensors']] },
    'MODEL CLIP VAE',
  ),
  CLIPTextEncode: node({ text: ['STRING', { multiline: true }], clip: ['CLIP'] }, 'CONDITIONING'),
  EmptyLatentImage: node({ width: int(512), height: int(512), batch_size: int(1) }, 'LATENT'),
  KSampler: node(
    {
      model: ['MODEL'],
      seed: ['INT', { default: 0, control_after_generate: true }],
      steps: int(20),
      cfg: ['FLOAT', { default: 8 }],
      sampler_name: [['euler', 'ddim']],
      scheduler: [['normal', 'karras']],
      positive: ['CONDITIONING'],
      negative: ['CONDITIONING'],
      latent_image: ['LATENT'],
      denoise: ['FLOAT', { default: 1 }],
    },
    'LATENT',
  ),
  VAEDecode: node({ samples: ['LATENT'], vae: ['VAE'] }, 'IMAGE'),
  VAEEncode: node({ pixels: ['IMAGE'], vae: ['VAE'] }, 'LATENT'),
  LoadImage: node({ image: [['example.png'], { image_upload: true }] }, 'IMAGE MASK'),
  ImageScaleBy: node(
    {
      image: ['IMAGE'],
      upscale_method: [['area', 'lanczos']],
      scale_by: ['FLOAT', { default: 1 }],
    },
    'IMAGE',
  ),
  LoraLoader: node(
    {
      model: ['MODEL'],
      clip: ['CLIP'],
      lora_name: [['ink.safetensors']],
      strength_model: ['FLOAT', { default: 1 }],
      strength_clip: ['FLOAT', { default: 1 }],
    },
    'MODEL CLIP',
  ),
  SaveImage: { ...node({ images: ['IMAGE'], filename_prefix: ['STRING'] }, ''), output_node: true },
}

function int(preset: number): unknown[] {
  return ['INT', { default: preset, min: 1, max: 16_384 }]
}

function node(required: Parts, outputs: string) {
  return {
    input: { required },
    input_order: { required: Object.keys(required) },
    output: outputs.split(' ').filter(Boolean),
  }
}

type Kind = keyof typeof INFO | 'Reroute' | 'PrimitiveNode' | 'SetNode' | 'GetNode' | 'Note'

interface Drawn {
  id: number
  type: string
  mode: number
  inputs: { name: string; type: string; link: number | null; widget?: { name: string } }[]
  outputs: { name: string; type: string; links: number[] }[]
  widgets_values: unknown[]
  properties: Parts
  title?: string
}

/** A drawing as the editor makes one: nodes are added, and outputs drawn to inputs by their names. */
export class Drawing {
  nodes: Drawn[] = []
  links: [number, number, number, number, number, string][] = []

  add(type: Kind, values: unknown[] = [], more: Partial<Drawn> = {}): Drawn {
    const info = INFO[type as keyof typeof INFO] as ReturnType<typeof node> | undefined
    const declared = Object.entries(info?.input.required ?? {}) as [string, unknown[]][]
    const sockets = declared.flatMap(([name, [of]]) =>
      Array.isArray(of) || ['INT', 'FLOAT', 'STRING'].includes(String(of))
        ? []
        : [{ name, type: String(of), link: null }],
    )
    const passes = ['Reroute', 'SetNode'].includes(type)
    const made = info?.output ?? (['Note'].includes(type) ? [] : ['*'])
    const drawn: Drawn = {
      id: this.nodes.length + 1,
      type,
      mode: 0,
      inputs: passes ? [{ name: '', type: '*', link: null }] : sockets,
      outputs: made.map((one) => ({ name: one, type: one, links: [] })),
      widgets_values: values,
      properties: {},
      ...more,
    }
    this.nodes.push(drawn)
    return drawn
  }

  /** Draws a link; a field becomes an input of its own name. */
  link(from: Drawn, slot: number, to: Drawn, name: string): void {
    let at = to.inputs.findIndex((input) => input.name === name)
    if (at < 0) {
      at = to.inputs.length
      to.inputs.push({ name, type: 'INT', link: null, widget: { name } })
    }
    const id = this.links.length + 1
    const input = to.inputs[at]
    const output = from.outputs[slot]
    if (!input || !output) throw new Error(`${from.type} has no output ${slot}`)
    input.link = id
    output.links.push(id)
    this.links.push([id, from.id, slot, to.id, at, output.type])
  }

  save(extra: Parts = {}): Parts & Pick<Drawing, 'nodes' | 'links'> {
    const counts = { last_node_id: this.nodes.length, last_link_id: this.links.length }
    return structuredClone({
      ...counts,
      nodes: this.nodes,
      links: this.links,
      groups: [],
      config: {},
      extra,
      version: 0.4,
    })
  }
}

/** One picture from words, with what a fixture adds between its parts; `n` decides which. */
export function drawFixture(n: number): Drawing {
  const is = (bit: number) => (n & (1 << bit)) !== 0
  const drawing = new Drawing()
  const load = drawing.add('CheckpointLoaderSimple', ['a.safetensors'])
  const positive = drawing.add('CLIPTextEncode', [`a fox ${n}`])
  const negative = drawing.add('CLIPTextEncode', ['blurry'], { title: 'Negative' })
  const sampler = drawing.add('KSampler', [n, 'randomize', 20, 7, 'euler', 'normal', 1])
  const decode = drawing.add('VAEDecode')
  const save = drawing.add('SaveImage', ['made'])
  let models = load
  if (is(0)) {
    models = drawing.add('LoraLoader', ['ink.safetensors', 1, 1], { mode: is(1) ? 4 : 0 })
    drawing.link(load, 0, models, 'model')
    drawing.link(load, 1, models, 'clip')
  }
  drawing.link(models, 0, sampler, 'model')
  for (const text of [positive, negative]) drawing.link(models, 1, text, 'clip')
  drawing.link(positive, 0, sampler, 'positive')
  drawing.link(negative, 0, sampler, 'negative')
  if (is(2)) {
    const photo = drawing.add('LoadImage', ['me.png', 'image'])
    const encode = drawing.add('VAEEncode')
    drawing.link(photo, 0, encode, 'pixels')
    drawing.link(load, 2, encode, 'vae')
    drawing.link(encode, 0, sampler, 'latent_image')
  } else {
    const latent = drawing.add('EmptyLatentImage', [512, 768, 1])
    drawing.link(latent, 0, sampler, 'latent_image')
  }
  let vae = load
  let slot = 2
  if (is(3)) {
    const turn = drawing.add('Reroute')
    drawing.link(load, 2, turn, '')
    vae = turn
    slot = 0
  }
  drawing.link(vae, slot, decode, 'vae')
  drawing.link(sampler, 0, decode, 'samples')
  drawing.link(decode, 0, save, 'images')
  if (is(4)) {
    const steps = drawing.add('PrimitiveNode', [31, 'fixed'])
    drawing.link(steps, 0, sampler, 'steps')
  }
  if (is(5)) {
    const larger = drawing.add('ImageScaleBy', ['area', 2], { mode: is(0) ? 2 : 0 })
    drawing.link(decode, 0, larger, 'image')
    const also = drawing.add('SaveImage', ['large'])
    drawing.link(larger, 0, also, 'images')
  }
  drawing.add('Note', ['nobody else reads this'])
  return drawing
}

/** Numbers from 0 to below 1, the same for the same seed. */
export function chance(seed: number): () => number {
  let state = seed + 0x6d2b79f5
  return () => {
    state = Math.imul(state ^ (state >>> 15), state | 1)
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
    return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32
  }
}

const JUNK: unknown[] = [
  null,
  '',
  -1,
  0.5,
  1e300,
  true,
  [],
  {},
  ['4', 0],
  ['4', -3],
  [null, null],
  { toString: 1, valueOf: null },
  { constructor: { prototype: 3 } },
  '{{words}}',
  '@seed',
  '\u202e\0\ud800',
  '/etc/passwd',
  'a'.repeat(5_000),
  ['x'.repeat(300), 1],
]

/** Replaces, removes, copies or moves some values of a file. */
export function mutate(file: Parts, random: () => number): Parts {
  const places: { holder: Parts; key: string }[] = []
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    for (const key of Object.keys(value)) {
      places.push({ holder: value as Parts, key })
      walk((value as Parts)[key])
    }
  }
  walk(file)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  for (let turn = 0; turn < 1 + random() * 8; turn += 1) {
    const { holder, key } = pick(places)
    const kind = random()
    if (kind < 0.2) delete holder[key]
    else if (kind < 0.7) holder[key] = structuredClone(pick(JUNK))
    else {
      const from = pick(places)
      holder[key] = structuredClone(from.holder[from.key])
    }
  }
  return file
}
