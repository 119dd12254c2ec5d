import type { Source } from './comfy-editor.ts'
import { isParts, type Parts, textOf } from './comfy-file.ts'
import {
  inputsWith,
  type NodeInput,
  type NodeTypes,
  refusalOf,
  valueRefusalOf,
} from './comfy-nodes.ts'
import { RECIPE } from './recipe-limits.ts'

// A graph in ComfyUI's API format: what is wrong with it, what it makes, and what a buyer could fill in.

export interface NodeName {
  id: string
  title: string
  type: string
}

export interface ComfyFault {
  /** Null of the whole file. */
  node: NodeName | null
  message: string
}

interface Node extends NodeName {
  inputs: Parts
}

export type ComfyGraph = ReadonlyMap<string, Node>

export interface ComfyOutput {
  id: string
  makes: 'image' | 'video'
  /** The nodes that lead to it, itself among them. */
  needs: ReadonlySet<string>
}

export interface ComfyChoice {
  node: NodeName
  /** The fields that get the value. */
  places: { node: string; field: string }[]
  kind: 'photo' | 'words' | 'seed' | 'size' | 'number' | 'choice' | 'switch'
  title: string
  /** What the graph holds now, which stays unless the choice is taken. */
  value: string
  /** What a size or choice can be. */
  options?: readonly string[]
  min?: number
  max?: number
  isTaken: boolean
}

export interface Missing {
  kind: 'node' | 'model' | 'file' | 'choice'
  name: string
  node: NodeName
}

/** More is no graph that a recipe can hold, and would take long to read. */
const MOST = {
  nodes: 2_000,
  fields: 20_000,
  typeLength: 200,
  titleLength: 200,
  idLength: 100,
} as const

/** The nodes of a graph; what else stands in the file is left out. */
export function readComfyGraph(prompt: Parts): { graph: ComfyGraph; faults: ComfyFault[] } {
  const graph = new Map<string, Node>()
  const faults: ComfyFault[] = []
  let fields = 0
  for (const [id, node] of Object.entries(prompt)) {
    if (!isParts(node)) continue
    const { class_type: type, inputs = {}, _meta } = node
    const isType = typeof type === 'string' && type.length <= MOST.typeLength
    if (isType && isParts(inputs) && id.length <= MOST.idLength) {
      const named = isParts(_meta) && typeof _meta.title === 'string' ? _meta.title : ''
      graph.set(id, { id, type, inputs, title: named.slice(0, MOST.titleLength) || type })
      fields += Object.keys(inputs).length
    } else if ('inputs' in node || type !== undefined) {
      const name = id.slice(0, MOST.idLength)
      const message = 'has no type, or one that cannot be read'
      faults.push({ node: { id: name, title: name, type: isType ? type : '' }, message })
    }
  }
  if (graph.size <= MOST.nodes && fields <= MOST.fields) return { graph, faults }
  const message = `The file has ${graph.size} nodes with ${fields} fields; at most ${MOST.nodes} with ${MOST.fields} are read.`
  return { graph: new Map(), faults: [{ node: null, message }] }
}

/** What makes a graph unfit for a recipe, whatever it saves. */
export function findGraphFaults(graph: ComfyGraph, types: NodeTypes | undefined): ComfyFault[] {
  const faults: ComfyFault[] = []
  for (const node of graph.values()) {
    const type = types?.get(node.type)
    const refusal = refusalOf(node.type, type)
    if (refusal) faults.push({ node: nameOf(node), message: refusal })
    for (const [field, [from, slot]] of linksOf(node)) {
      const origin = graph.get(from)
      const made = origin && types?.get(origin.type)?.outputs
      if (!origin) {
        const message = `its input “${field}” names the node ${from}, which is not in the file`
        faults.push({ node: nameOf(node), message })
      } else if (made && slot >= made.length) {
        const message = `its input “${field}” names output ${slot + 1} of “${origin.title}”, which has ${made.length}`
        faults.push({ node: nameOf(node), message })
      }
    }
  }
  const circle = findCircle(graph)
  const [first] = circle
  if (first) {
    const along = [...circle, first].map(({ title }) => title).join(' → ')
    faults.push({ node: nameOf(first), message: `waits for itself: ${along}` })
  }
  return faults
}

/** What stands in the way of running the nodes that lead to an output. */
export function findNodeFaults(
  graph: ComfyGraph,
  kept: ReadonlySet<string>,
  taken: ReadonlySet<string>,
  types: NodeTypes | undefined,
): ComfyFault[] {
  return [...graph.values()].flatMap((node): ComfyFault[] => {
    const fault = (message: string) => ({ node: nameOf(node), message })
    if (!kept.has(node.id)) {
      const isPhoto = photoFieldOf(node, types) !== undefined
      return isPhoto ? [fault('its picture leads to nothing that is saved')] : []
    }
    const type = types?.get(node.type)
    const open = type
      ? inputsWith(type, (name) => node.inputs[name]).filter(
          ({ name, required, isWidget, type: wanted }) =>
            required && !isWidget && !(name in node.inputs) && !GROWS.test(wanted),
        )
      : []
    const fixed = Object.entries(node.inputs).flatMap(([field, value]) => {
      if (typeof value !== 'string' || taken.has(`${node.id}.${field}`)) return []
      if (/\{\{[^{}]*\}\}/.test(value)) {
        return [`“${field}” holds {{…}}, which a recipe takes for one of its inputs`]
      }
      return valueRefusalOf(field, value) ?? []
    })
    return [...open.map(({ name }) => `its input “${name}” is not connected`), ...fixed].map(fault)
  })
}

/** An input of as many links as one likes, which may be none. */
const GROWS = /^COMFY_(?:AUTOGROW|DYNAMICSLOT)/

/** What the server lacks of the nodes that are kept. */
export function findMissing(
  graph: ComfyGraph,
  kept: ReadonlySet<string>,
  taken: ReadonlySet<string>,
  types: NodeTypes,
): Missing[] {
  const all = [...graph.values()].flatMap((node): Missing[] => {
    if (!kept.has(node.id)) return []
    const type = types.get(node.type)
    if (!type) return [{ kind: 'node', name: node.type, node: nameOf(node) }]
    return inputsWith(type, (name) => node.inputs[name]).flatMap(({ name, options, upload }) => {
      const value = node.inputs[name]
      if (!options || typeof value !== 'string' || taken.has(`${node.id}.${name}`)) return []
      if (options.some((one) => samePath(one, value))) return []
      const kind = upload ? 'file' : MODEL.test(value) ? 'model' : 'choice'
      return [{ kind, name: value, node: nameOf(node) }]
    })
  })
  // What several nodes need is told once.
  return [
    ...new Map(all.toReversed().map((one) => [`${one.kind}/${one.name}`, one])).values(),
  ].toReversed()
}

const MODEL = /\.(?:safetensors|sft|ckpt|pt|pt2|pth|gguf|onnx|bin|pkl|engine)$/i

/** Windows writes folders with another stroke. */
export function samePath(one: string, other: string): boolean {
  return one.replaceAll('\\', '/') === other.replaceAll('\\', '/')
}

const SAVES_FILM = /^(?:SaveVideo|SaveWEBM|VHS_VideoCombine)$/i
const SAVES_PICTURE =
  /^(?:Save(?:Animated(?:PNG|WEBP)|Images?(?!Websocket))|Image ?Save|Save Image)/i
const SHOWS_PICTURE = /^PreviewImage$/i

/** One more than a set may have, at most: the nodes that save what a run delivers; those that only show a picture, where none saves. */
export function findOutputs(
  graph: ComfyGraph,
  types: NodeTypes | undefined,
  chosen: ReadonlySet<string>,
): ComfyOutput[] {
  const found = [...graph.values()].flatMap((node) => {
    const type = types?.get(node.type)
    const takes = (wanted: string) => type?.inputs.some((input) => input.type === wanted)
    const isKnown = type?.isOutput === true && !/websocket/i.test(node.type)
    const isFilm = SAVES_FILM.test(node.type) || (isKnown && takes('VIDEO'))
    if (isFilm) {
      // A film of some nodes is a moving picture.
      const isPicture = textOf(node.inputs.format).startsWith('image/')
      return [{ node, makes: isPicture ? ('image' as const) : ('video' as const), saves: true }]
    }
    if (SAVES_PICTURE.test(node.type) || (isKnown && takes('IMAGE') && /save/i.test(node.type))) {
      return [{ node, makes: 'image' as const, saves: true }]
    }
    const shows = SHOWS_PICTURE.test(node.type) || (isKnown && takes('IMAGE'))
    return shows ? [{ node, makes: 'image' as const, saves: false }] : []
  })
  const wished = found.filter(({ node }) => chosen.has(node.id))
  const saving = found.filter(({ saves }) => saves)
  const best = wished.length > 0 ? wished : saving.length > 0 ? saving : found
  return best
    .slice(0, RECIPE.maxFiles + 1)
    .map(({ node, makes }) => ({ id: node.id, makes, needs: upstreamOf(graph, node.id) }))
}

function upstreamOf(graph: ComfyGraph, id: string): Set<string> {
  const needs = new Set([id])
  for (const one of needs) {
    const node = graph.get(one)
    for (const [, [from]] of node ? linksOf(node) : []) if (graph.has(from)) needs.add(from)
  }
  return needs
}

/** A list of a node's id and the number of its output. */
function linksOf({ inputs }: Node): [field: string, link: [string, number]][] {
  return Object.entries(inputs).flatMap(([field, value]): [string, [string, number]][] => {
    if (!Array.isArray(value) || value.length !== 2) return []
    const [from, slot] = value as unknown[]
    const isLink = typeof from === 'string' && typeof slot === 'number'
    return isLink ? [[field, [from, slot]]] : []
  })
}

/** The nodes of one circle; none where there is none. */
function findCircle(graph: ComfyGraph): Node[] {
  const done = new Set<string>()
  for (const start of graph.values()) {
    const path: { node: Node; next: string[] }[] = []
    const on = new Set<string>()
    const enter = (node: Node) => {
      path.push({ node, next: linksOf(node).map(([, [from]]) => from) })
      on.add(node.id)
    }
    if (!done.has(start.id)) enter(start)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const id = top.next.pop()
      if (id === undefined) {
        done.add(top.node.id)
        on.delete(top.node.id)
        path.pop()
      } else if (on.has(id)) {
        const from = path.findIndex(({ node }) => node.id === id)
        return path.slice(from).map(({ node }) => node)
      } else if (!done.has(id)) {
        const node = graph.get(id)
        if (node) enter(node)
      }
    }
  }
  return []
}

export interface Chosen {
  /** By `node.field`, where a value comes from in the editor. */
  sources: ReadonlyMap<string, Source>
  /** What app mode shows, as `node.field`; undefined where the file has no app mode. */
  app: ReadonlySet<string> | undefined
}

/** A step has two places for pictures. */
const MOST_PHOTOS = 2
const TEXTS =
  /^(?:text|text_g|text_l|clip_l|t5xxl|prompt|positive|positive_prompt|text_positive|tags|lyrics)$/
const SEEDS = /^(?:seed|noise_seed|rand_seed)$/

type Found = ComfyChoice & { isNegative: boolean; isPositive: boolean }

/** What a buyer could fill in, with what is proposed taken: photos, the first wish, seeds, sizes, or app mode's choice. */
export function findChoices(
  graph: ComfyGraph,
  kept: ReadonlySet<string>,
  types: NodeTypes | undefined,
  { sources, app }: Chosen,
): ComfyChoice[] {
  const roles = { positive: leadingTo(graph, POSITIVE), negative: leadingTo(graph, NEGATIVE) }
  const found = new Map<string, Found>()
  for (const node of graph.values()) {
    if (!kept.has(node.id)) continue
    const type = types?.get(node.type)
    const declared = new Map(
      (type ? inputsWith(type, (name) => node.inputs[name]) : []).map((one) => [one.name, one]),
    )
    for (const [field, value] of Object.entries(node.inputs)) {
      const place = `${node.id}.${field}`
      const source = sources.get(place)
      const inApp = app !== undefined && (isInApp(app, place) || isInApp(app, source?.id ?? place))
      const known = declared.get(field)
      const photo = photoFieldOf(node, types) === field
      const kind = kindOf(node, field, value, { known, photo, inApp })
      if (!kind) continue
      const key = source?.id ?? place
      const earlier = found.get(key)
      if (earlier) {
        earlier.places.push({ node: node.id, field })
        continue
      }
      const isPositive = kind === 'words' && roles.positive.has(node.id)
      const isNegative = roles.negative.has(node.id)
      const options = optionsOf(kind, value, known)
      found.set(key, {
        node: nameOf(node),
        places: [{ node: node.id, field }],
        kind,
        title: titleOf(node, field, kind, source),
        value: textOf(value),
        ...(options && { options }),
        ...(kind === 'number' && known?.min !== undefined && { min: known.min }),
        ...(kind === 'number' && known?.max !== undefined && { max: known.max }),
        isTaken: kind === 'seed' || inApp,
        isPositive,
        isNegative: NEGATIVE_TITLE.test(node.title) || (isNegative && !isPositive),
      })
    }
  }
  const all = [...found.values()]
  const photos = new Set(all.filter(({ kind }) => kind === 'photo').slice(0, MOST_PHOTOS))
  const wishes = all.filter(({ kind, isNegative }) => kind === 'words' && !isNegative)
  const wish = wishes.find((one) => one.isPositive) ?? wishes[0]
  for (const one of app ? [] : all) {
    one.isTaken ||= one.kind === 'photo' || one.kind === 'size' || one === wish
  }
  return all.filter((one) => one.kind !== 'photo' || photos.has(one))
}

/** App mode may name a node of a subgraph by its own id alone. */
function isInApp(app: ReadonlySet<string>, place: string): boolean {
  return app.has(place) || (place.includes(':') && app.has(place.slice(place.lastIndexOf(':') + 1)))
}

function kindOf(
  { type, inputs }: Node,
  field: string,
  value: unknown,
  { known, photo, inApp }: { known: NodeInput | undefined; photo: boolean; inApp: boolean },
): ComfyChoice['kind'] | undefined {
  if (typeof value === 'number') {
    if (SEEDS.test(field)) return 'seed'
    const isSide = (side: unknown) =>
      Number.isInteger(side) && Number(side) >= 16 && Number(side) <= 16_384
    const isSize = /^(?:width|height)$/.test(field) && /latent/i.test(type)
    if (isSize && isSide(inputs.width) && isSide(inputs.height)) return 'size'
    return inApp ? 'number' : undefined
  }
  if (typeof value === 'boolean') return inApp ? 'switch' : undefined
  if (typeof value !== 'string') return undefined
  if (photo) return 'photo'
  if (known?.options) return inApp && canBeOffered(known.options, value) ? 'choice' : undefined
  if (known?.upload) return undefined
  if (/text|prompt|string/i.test(type) && TEXTS.test(field)) return 'words'
  if (/string|text/i.test(type) && /^(?:value|string)$/.test(field)) return 'words'
  return inApp ? 'words' : undefined
}

/** A recipe's choice is short, and what looks like a number would arrive as one. */
function canBeOffered(options: readonly string[], value: string): boolean {
  return (
    options.length > 1 &&
    options.length <= RECIPE.optionsMax &&
    options.includes(value) &&
    new Set(options).size === options.length &&
    options.every(
      (one) =>
        one === one.trim() && one.length <= RECIPE.optionMax && !Number.isFinite(Number(one)),
    )
  )
}

function photoFieldOf(node: Node, types: NodeTypes | undefined): string | undefined {
  const isText = (field: string) => typeof node.inputs[field] === 'string'
  const type = types?.get(node.type)
  const field = type
    ? type.inputs.find(({ upload }) => upload === 'image')?.name
    : /^LoadImage(?:Output|Mask)?$/i.test(node.type)
      ? 'image'
      : undefined
  return field !== undefined && isText(field) ? field : undefined
}

const STEP = 64

function optionsOf(
  kind: ComfyChoice['kind'],
  value: unknown,
  known: NodeInput | undefined,
): readonly string[] | undefined {
  if (kind === 'choice') return known?.options
  if (kind !== 'size') return undefined
  const now = Number(value)
  const most = Math.max(now, 1024)
  const step = Math.ceil(most / RECIPE.optionsMax / STEP) * STEP
  const sizes = new Set([now])
  for (let size = 256; size <= most; size += step) sizes.add(size)
  return [...sizes].toSorted((a, b) => a - b).map(textOf)
}

function titleOf(
  node: Node,
  field: string,
  kind: ComfyChoice['kind'],
  source: Source | undefined,
): string {
  if (kind === 'seed') return `Seed of ${node.title}`
  const named = source && source.title !== 'PrimitiveNode' ? source.title : undefined
  const plain = (named ?? field).replaceAll('_', ' ')
  const spoken = plain.charAt(0).toUpperCase() + plain.slice(1)
  if (kind === 'size' || (named && kind !== 'photo' && !TEXTS.test(named))) return spoken
  const otherwise = kind === 'photo' ? 'Photo' : kind === 'words' ? 'Words' : spoken
  return node.title === node.type || USUAL_TITLE.test(node.title) ? otherwise : node.title
}

/** The editor's own titles, which say nothing to a buyer. */
const USUAL_TITLE = /^(?:CLIP ?)?Text ?Encode|^Load ?Image|^Empty |^String|\(Positive Prompt\)$/i

const POSITIVE = /^(?:positive|guider$)/i
const NEGATIVE = /^negative/i
const NEGATIVE_TITLE = /negative/i

/** The nodes that lead to such a field of a sampler, directly or through further nodes. */
function leadingTo(graph: ComfyGraph, wanted: RegExp): Set<string> {
  const found = new Set<string>()
  for (const node of graph.values()) {
    for (const [field, [from]] of linksOf(node)) if (wanted.test(field)) found.add(from)
  }
  for (const id of found) {
    const node = graph.get(id)
    // What has lost its words is no wish.
    if (!node || /zero/i.test(node.type)) continue
    for (const [field, [from]] of linksOf(node)) {
      if (!POSITIVE.test(field) && !NEGATIVE.test(field)) found.add(from)
    }
  }
  return found
}

function nameOf({ id, title, type }: Node): NodeName {
  return { id, title, type }
}
