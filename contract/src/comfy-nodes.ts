import { isParts, type Parts, textOf } from './comfy-file.ts'

// What a ComfyUI server says of its nodes at /object_info, and which nodes no recipe may have.

export interface NodeInput {
  name: string
  /** As INT, IMAGE or COMBO. */
  type: string
  required: boolean
  /** The editor shows a field for the input, whose value stands in the node's list of values. */
  isWidget: boolean
  /** Behind its value stands what happens to it after each run. */
  hasControl: boolean
  /** The field takes a file of the visitor's own. */
  upload?: 'image' | 'film' | 'sound'
  /** What the field can be. */
  options?: readonly string[]
  min?: number
  max?: number
  /** What the field holds before anybody fills it in. */
  preset?: unknown
  /** Of a choice that brings further inputs, each choice's own. */
  variants?: ReadonlyMap<string, readonly NodeInput[]>
}

export interface NodeType {
  inputs: readonly NodeInput[]
  /** The types of its outputs; undefined where the server does not say. */
  outputs: readonly string[] | undefined
  /** Runs by itself, and shows or saves what it gets. */
  isOutput: boolean
  /** Calls a paid service from the server. */
  isPartner: boolean
}

/** The nodes of a server by their type. */
export type NodeTypes = ReadonlyMap<string, NodeType>

export function readNodeTypes(objectInfo: unknown): NodeTypes | undefined {
  if (!isParts(objectInfo)) return undefined
  const read = Object.entries(objectInfo).flatMap(([type, info]): [string, NodeType][] => {
    if (!isParts(info) || !isParts(info.input)) return []
    const { api_node, category, python_module, output } = info
    const isPartner =
      api_node === true ||
      /^api node/i.test(textOf(category)) ||
      textOf(python_module).startsWith('comfy_api_nodes')
    return [
      [
        type,
        {
          inputs: readInputs(info.input, isParts(info.input_order) ? info.input_order : {}),
          outputs: Array.isArray(output) ? output.map(textOf) : undefined,
          isOutput: info.output_node === true,
          isPartner,
        },
      ],
    ]
  })
  return read.length > 0 ? new Map(read) : undefined
}

const FIELDS = new Set(['INT', 'FLOAT', 'STRING', 'BOOLEAN', 'COMBO', 'COMFY_DYNAMICCOMBO_V3'])
const SEEDS = new Set(['seed', 'noise_seed'])

function readInputs(input: Parts, order: Parts): NodeInput[] {
  return ['required', 'optional'].flatMap((part) => {
    const declared = isParts(input[part]) ? input[part] : {}
    const names = Array.isArray(order[part]) ? order[part].map(textOf) : Object.keys(declared)
    return names.flatMap((name) => {
      const [first, given] = Array.isArray(declared[name]) ? (declared[name] as unknown[]) : []
      if (first === undefined) return []
      const more = isParts(given) ? given : {}
      return readInput(name, first, more, part === 'required')
    })
  })
}

function readInput(name: string, first: unknown, more: Parts, required: boolean): NodeInput {
  const type = Array.isArray(first) ? 'COMBO' : textOf(first)
  const listed = Array.isArray(first) ? first : more.options
  const isPlain = FIELDS.has(type) || more.socketless === true || more.widgetType !== undefined
  const upload = more.video_upload
    ? 'film'
    : more.audio_upload
      ? 'sound'
      : more.image_upload || more.animated_image_upload
        ? 'image'
        : undefined
  return {
    name,
    type,
    required,
    isWidget: isPlain && more.forceInput !== true,
    hasControl: Boolean(more.control_after_generate) || (type === 'INT' && SEEDS.has(name)),
    ...(upload && { upload }),
    ...(type === 'COMBO' &&
      Array.isArray(listed) &&
      // The list of such a choice is asked for elsewhere.
      !more.remote && { options: listed.map(textOf) }),
    preset: more.default ?? (type === 'COMBO' && Array.isArray(listed) ? listed[0] : undefined),
    ...(typeof more.min === 'number' && { min: more.min }),
    ...(typeof more.max === 'number' && { max: more.max }),
    ...(type === 'COMFY_DYNAMICCOMBO_V3' &&
      Array.isArray(listed) && { variants: readVariants(name, listed) }),
  }
}

function readVariants(name: string, listed: unknown[]): Map<string, NodeInput[]> {
  return new Map(
    listed.filter(isParts).map((one) => {
      const inputs = readInputs(isParts(one.inputs) ? one.inputs : {}, {})
      return [textOf(one.key), inputs.map((input) => ({ ...input, name: `${name}.${input.name}` }))]
    }),
  )
}

/** The inputs that a node has with these values. */
export function inputsWith(type: NodeType, valueOf: (name: string) => unknown): NodeInput[] {
  return type.inputs.flatMap((input) => [
    input,
    ...(input.variants?.get(textOf(valueOf(input.name))) ?? []),
  ])
}

/** Nodes of paid services, where no server says which they are. */
const PARTNERS =
  /^(?:Flux(?:Pro|Kontext(?:Pro|Max)|[23](?:Pro|Max|Flex))\w*Node$|Bria[A-Z]|ByteDance|Gemini|Grok|IdeogramV\d|Kling|LtxvApi|Luma[A-Z]|Meshy|Minimax|Moonvalley|OpenAI|Pika[A-Zsfd\d]|Pixverse|Recraft|Rodin3D|Runway|Stability|Topaz|Tripo\w+Node$|Veo\d?[A-Z]\w+Node$|Vidu\d?[A-Z]|Wan\w+Api$|Tencent|HitPaw|Wavespeed|Reve\w+Node$|Magnific|ElevenLabs|Quiver|HeyGen|FishAudio|Anthropic|Claude)|_fal$/

const RUNS_CODE =
  /python|javascript|\bbash\b|shell|terminal|subprocess|(?:run|exec|execute|eval|evaluate)[ _-]?(?:code|script|cmd|command|strings?|js\b)|code[ _-]?(?:exec|run|eval)|^(?:exec|eval|IDENode)\b/i

const READS_FILES =
  /(?:from|by|via)[ _]?(?:local[ _]?)?(?:path|dir|folder|disk|file|url|http|web)|(?:read|load|open)[ _]?(?:text|json|csv)?[ _]?files?\b|^(?:VHS_LoadImages|VHS_LoadAudio|Load Image Batch|Image Load)$|url[ _]?to[ _]?(?:image|video)/i

/** A place on the server's disk that no upload leads to. */
const PATH =
  /^(?:[a-z]:[\\/]|\\\\|~\/|file:|\/(?:home|mnt|root|etc|proc|tmp|usr|var|data|workspace|opt|media|Users|content|kaggle)\/)|(?:^|[\\/])\.\.[\\/]/i
const ADDRESS = /^https?:\/\/\S+$/i

/** Why no recipe may have such a node, as the end of a sentence that names it; undefined where one may. */
export function refusalOf(name: string, type: NodeType | undefined): string | undefined {
  if (type ? type.isPartner : PARTNERS.test(name)) {
    return 'calls a paid service through the operator’s account, which no recipe may do'
  }
  if (RUNS_CODE.test(name)) return 'runs code on the server, which no recipe may do'
  const loadsPlace = /load/i.test(name) && /(?:path|dir|directory|folder|url)s?$/i.test(name)
  if (loadsPlace || READS_FILES.test(name)) {
    return 'reads files from places of its own choice, which no recipe may do: use Load Image'
  }
  return undefined
}

/** The same of a value that stays in the graph. */
export function valueRefusalOf(field: string, value: string): string | undefined {
  if (value.length > 1000) return undefined
  if (PATH.test(value)) {
    return `names a path on a disk in “${field}”, which no recipe may do: use Load Image`
  }
  if (ADDRESS.test(value) && !/text|prompt/i.test(field)) {
    return `fetches a web address in “${field}”, which no recipe may do: use Load Image`
  }
  return undefined
}
