import { spreadEditor } from './comfy-editor.ts'
import { type ComfyFile, isParts, type Parts, textOf } from './comfy-file.ts'
import {
  type ComfyChoice,
  type ComfyFault,
  type ComfyGraph,
  type ComfyOutput,
  findChoices,
  findGraphFaults,
  findMissing,
  findNodeFaults,
  findOutputs,
  type Missing,
  readComfyGraph,
  samePath,
} from './comfy-graph.ts'
import { inputsWith, type NodeTypes } from './comfy-nodes.ts'
import { DEFAULT_GENERATION_SECONDS } from './limits.ts'
import { RECIPE, TEXT_MAX } from './recipe-limits.ts'
import { keyOf } from './references.ts'

export interface ComfyImport {
  /** Null while there is a fault. */
  document: Parts | null
  form: ComfyChoice[]
  missing: Missing[]
  faults: ComfyFault[]
}

interface Wish {
  /** The recipe's name. */
  name: string
  /** What a server says of its nodes; undefined where none answers. */
  types: NodeTypes | undefined
  /** Which of the form is taken, by its place in it; undefined for what is proposed. */
  taken?: ReadonlySet<number> | undefined
}

const EDITOR_FORMAT =
  'This is ComfyUI’s own save, and no ComfyUI server answers here to read it with. In ComfyUI choose Workflow › Export (API), and use that file.'
const SAVES_NOTHING =
  'Nothing in the file saves a picture or film: add Save Image or Save Video behind the last node.'
const TOO_MANY = `The file saves more than ${RECIPE.maxFiles} pictures or films, and a set has at most ${RECIPE.maxFiles}.`
/** The answer tells so many of each. */
const MOST_TOLD = 100

/** The recipe that a file of ComfyUI proposes, and what stands in its way. */
export function importComfy(file: ComfyFile, { name, types, taken }: Wish): ComfyImport {
  const refused = (...faults: ComfyFault[]) => ({ document: null, form: [], missing: [], faults })
  const spread = file.workflow && spreadEditor(file.workflow, types)
  if (!file.prompt && !types) return refused({ node: null, message: EDITOR_FORMAT })
  const lost = (file.prompt ? [] : (spread?.faults ?? [])).map(({ message, ...node }) =>
    node.id ? { node, message } : { node: null, message: `The file ${message}.` },
  )
  const prompt = file.prompt ?? spread?.prompt ?? {}
  const read = readComfyGraph(prompt)
  const graph = respell(read.graph, types)
  const app = readApp(file.workflow ?? prompt)
  const outputs = findOutputs(graph, types, app.outputs)
  const kept = new Set(outputs.flatMap(({ needs }) => [...needs]))
  const sources = spread?.sources ?? new Map()
  const proposed = findChoices(graph, kept, types, { sources, app: app.inputs })
  const form = chooseForm(proposed.slice(0, MOST_TOLD), taken)
  const places = form.filter(({ isTaken }) => isTaken).flatMap((one) => one.places)
  const filled = new Set(places.map((place) => `${place.node}.${place.field}`))
  const faults = [
    ...lost,
    ...read.faults,
    ...findGraphFaults(graph, types),
    ...(outputs.length > 0 || lost.length + read.faults.length > 0 ? [] : [whole(SAVES_NOTHING)]),
    ...(outputs.length > RECIPE.maxFiles ? [whole(TOO_MANY)] : []),
    ...findNodeFaults(graph, kept, filled, types),
  ]
  return {
    document: faults.length > 0 ? null : writeRecipe(graph, outputs, form, name),
    form,
    missing: types ? findMissing(graph, kept, filled, types).slice(0, MOST_TOLD) : [],
    faults: faults.slice(0, MOST_TOLD),
  }
}

function whole(message: string): ComfyFault {
  return { node: null, message }
}

/** With what the caller takes instead of what is proposed, within the number of inputs of a recipe. */
function chooseForm(form: ComfyChoice[], taken: ReadonlySet<number> | undefined): ComfyChoice[] {
  let inputs = 0
  return form.map((one, at) => {
    let isTaken = taken ? taken.has(at) : one.isTaken
    if (isTaken && one.kind !== 'seed') {
      inputs += 1
      isTaken = inputs <= RECIPE.maxInputs
    }
    return { ...one, isTaken }
  })
}

/** App mode's inputs as `node.field`, and its outputs by their nodes. */
function readApp({ extra }: Parts): { inputs?: Set<string>; outputs: Set<string> } {
  const data = isParts(extra) && isParts(extra.linearData) ? extra.linearData : {}
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
  const inputs = list(data.inputs).flatMap((one) => {
    const [id, field] = list(one)
    // As 7, as 7 within a subgraph (uuid:7), or as a field's own name (uuid:7:text).
    const [, node = textOf(id)] = /^[0-9a-f-]{36}:([^:]+)/i.exec(textOf(id)) ?? []
    return field === undefined ? [] : [`${node}.${textOf(field)}`]
  })
  const outputs = new Set(list(data.outputs).map(textOf))
  return { ...(inputs.length > 0 && { inputs: new Set(inputs) }), outputs }
}

/** Models and files named as the server writes them. */
function respell(graph: ComfyGraph, types: NodeTypes | undefined): ComfyGraph {
  if (!types) return graph
  return new Map(
    [...graph].map(([id, node]) => {
      const type = types.get(node.type)
      const changed = (type ? inputsWith(type, (name) => node.inputs[name]) : []).flatMap(
        ({ name, options = [] }): [string, string][] => {
          const value = node.inputs[name]
          if (typeof value !== 'string' || !value.includes('\\') || options.includes(value))
            return []
          const own = options.find((one) => samePath(one, value))
          return own === undefined ? [] : [[name, own]]
        },
      )
      return [id, { ...node, inputs: { ...node.inputs, ...Object.fromEntries(changed) } }]
    }),
  )
}

const PICTURES = ['@first_image', '@last_image']

/** A step for each file, with the nodes that lead to it; what is taken becomes an input or a seed. */
function writeRecipe(
  graph: ComfyGraph,
  outputs: readonly ComfyOutput[],
  form: readonly ComfyChoice[],
  name: string,
): Parts {
  const names = new Set<string>()
  const steps = outputs.map((output) => ({
    ...output,
    step: freeName(names, output.makes === 'video' ? 'film' : 'picture'),
  }))
  const filled = form
    .filter(({ isTaken }) => isTaken)
    .map((one) => {
      const wanted = keyOf({ display_name: one.title }).replace(/^(?=\d)/, '_') || one.kind
      return { ...one, key: one.kind === 'seed' ? '' : freeName(names, wanted) }
    })
  const [first] = steps
  return {
    name: plain(name, 'Untitled recipe'),
    description: '',
    price: 0,
    cost: 0,
    generation_time: DEFAULT_GENERATION_SECONDS,
    license: 'personal',
    output_type: first?.makes === 'video' ? 'mp4' : 'image',
    inputs: filled.filter(({ kind }) => kind !== 'seed').map(writeInput),
    steps: steps.map(({ step, makes, needs }) => {
      const isHere = ({ places }: ComfyChoice) => places.some(({ node }) => needs.has(node))
      const photos = filled.filter((one) => one.kind === 'photo' && isHere(one))
      const valueOf = (one: (typeof filled)[number]) =>
        one.kind === 'seed'
          ? '@seed'
          : one.kind === 'photo'
            ? PICTURES[photos.indexOf(one)]
            : `{{${one.key}}}`
      const values = new Map(
        filled.flatMap((one) =>
          one.places.map((place) => [`${place.node}.${place.field}`, valueOf(one)] as const),
        ),
      )
      const [photo, last] = photos
      return {
        id: step,
        function_type: `${photo ? 'image' : 'text'}_to_${makes}`,
        provider: 'comfyui',
        ...(photo && { first_image: `{{${photo.key}}}` }),
        ...(last && { last_image: `{{${last.key}}}` }),
        params: { graph: writeGraph(graph, needs, values) },
      }
    }),
    output: first?.step ?? '',
    ...(steps.length > 1 && { outputs: steps.map(({ step }) => step) }),
  }
}

function writeGraph(
  graph: ComfyGraph,
  needs: ReadonlySet<string>,
  values: ReadonlyMap<string, unknown>,
): Parts {
  return Object.fromEntries(
    [...graph.values()].flatMap(({ id, type, title, inputs }): [string, Parts][] => {
      if (!needs.has(id)) return []
      const written = Object.entries(inputs).map(([field, value]) => [
        field,
        values.get(`${id}.${field}`) ?? value,
      ])
      return [[id, { class_type: type, inputs: Object.fromEntries(written), _meta: { title } }]]
    }),
  )
}

function writeInput({ kind, key, title, value, ...rest }: ComfyChoice & { key: string }): Parts {
  const named = { key, display_name: plain(title, 'Words') }
  const { options = [], min, max } = rest
  switch (kind) {
    case 'photo':
      return { ...named, type: 'image' }
    case 'size':
      return {
        ...named,
        type: 'select',
        value,
        options: options.map((one) => ({ value: one, label: `${one} pixels` })),
      }
    case 'choice':
      return { ...named, type: 'select', value, options: [...options] }
    case 'switch': {
      const labels = [
        { value: '1', label: 'On' },
        { value: '0', label: 'Off' },
      ]
      return { ...named, type: 'select', value: value === 'true' ? '1' : '0', options: labels }
    }
    case 'number': {
      const now = Number(value)
      const fits = (min ?? now) <= now && now <= (max ?? now)
      return {
        ...named,
        type: 'number',
        value: now,
        ...(fits && min !== undefined && { min }),
        ...(fits && max !== undefined && { max }),
      }
    }
    default:
      // A longer one would be cut in the middle, so the buyer begins with an empty field.
      return {
        ...named,
        type: 'text',
        multiline: true,
        ...(value.length <= TEXT_MAX && { value }),
      }
  }
}

/** A title as a recipe may show it. */
function plain(text: string, otherwise: string): string {
  return text.slice(0, RECIPE.nameMax).replace(/\p{C}/gu, ' ').trim() || otherwise
}

function freeName(names: Set<string>, wanted: string): string {
  for (let turn = 1; ; turn += 1) {
    const end = turn === 1 ? '' : `_${turn}`
    const name = wanted.slice(0, 64 - end.length) + end
    if (names.has(name) || Object.hasOwn(Object.prototype, name)) continue
    names.add(name)
    return name
  }
}
