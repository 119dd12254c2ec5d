import { createScanner, type Node, type ParseError, parseTree } from 'jsonc-parser'

/** A value of a JSON text with its place: `from` is its first character, `to` follows the last. */
export type JsonNode = ObjectNode | ArrayNode | PlainNode

export interface ObjectNode {
  type: 'object'
  from: number
  to: number
  members: JsonMember[]
}

export interface ArrayNode {
  type: 'array'
  from: number
  to: number
  items: JsonNode[]
}

interface PlainNode {
  type: 'string' | 'number' | 'boolean' | 'null'
  from: number
  to: number
}

/** `from` to `nameTo` is the name with its quotes. */
interface JsonMember {
  name: string
  from: number
  nameTo: number
  value: JsonNode
}

/** Why a text is no JSON; `at` is where the writer has to go. */
export interface TextFault {
  at: number
  line: number
  message: string
}

type ReadJson = { ok: true; root: JsonNode } | { ok: false; fault: TextFault }

/**
 * The tree of a JSON text, or its first fault in words for its writer. Takes exactly what
 * JSON.parse takes.
 */
export function readJson(text: string): ReadJson {
  if (latest?.text !== text) latest = { text, read: readAgain(text) }
  return latest.read
}

/** One operation reads the same text several times. */
let latest: { text: string; read: ReadJson } | undefined

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }
/** The server takes 40 levels; a deeper text would only exhaust the stack. */
const MAX_DEPTH = 100

function readAgain(text: string): ReadJson {
  const deep = walk(text, text.length).deepAt
  const errors: ParseError[] = []
  const tree = deep === undefined ? parseTree(text, errors, STRICT) : undefined
  const [first] = errors
  if (tree && !first) return { ok: true, root: toNode(tree) }
  const [at, message] =
    deep === undefined
      ? describeFault(text, first?.offset ?? text.length)
      : ([deep, 'the brackets are nested too deep'] as const)
  return { ok: false, fault: { at, line: text.slice(0, at).split('\n').length, message } }
}

function toNode({ type, offset: from, length, children = [] }: Node): JsonNode {
  const to = from + length
  if (type === 'array') return { type, from, to, items: children.map(toNode) }
  if (type !== 'object') return { type: type as PlainNode['type'], from, to }
  const members = children.flatMap(({ children: [name, value] = [] }) =>
    name && value
      ? [
          {
            name: String(name.value),
            from: name.offset,
            nameTo: name.offset + name.length,
            value: toNode(value),
          },
        ]
      : [],
  )
  return { type, from, to, members }
}

/** Where a text has got to before its fault. */
interface Reached {
  /** The brackets that are open. */
  open: string[]
  /** The last sign or value, by its first character, and its place. */
  last: { sign: string; from: number; to: number } | undefined
  /** The last token is a name, after which a colon belongs. */
  isName: boolean
  deepAt?: number
}

function walk(text: string, end: number): Reached {
  const scanner = createScanner(text, true)
  const reached: Reached = { open: [], last: undefined, isName: false }
  for (;;) {
    scanner.scan()
    const from = scanner.getTokenOffset()
    const length = scanner.getTokenLength()
    if (length === 0 || from >= end) return reached
    const { open, last } = reached
    const sign = text.charAt(from)
    reached.isName = sign === '"' && open.at(-1) === '{' && /^[{,]$/.test(last?.sign ?? '')
    if (sign === '{' || sign === '[') open.push(sign)
    else if (sign === '}' || sign === ']') open.pop()
    if (open.length > MAX_DEPTH) return { ...reached, deepAt: from }
    reached.last = { sign, from, to: from + length }
  }
}

const WORD = /[^\s,:[\]{}"]+/y

/** The library knows the place and a code; its writer is told what to do, and at which sign. */
function describeFault(text: string, at: number): readonly [at: number, message: string] {
  const { open, last, isName } = walk(text, at)
  const sign = text.charAt(at)
  const end = last?.to ?? 0
  WORD.lastIndex = at
  const word = WORD.exec(text)?.[0]
  if (!last && sign === '') return [at, 'the text is empty']
  if (sign === '/') return [at, 'JSON has no comments']
  if (isName) {
    const name = JSON.parse(text.slice(last?.from, end)) as string
    return [end, `a colon is missing after "${shorten(name)}"`]
  }
  const after = last?.sign ?? ''
  const begins = after === '{' || after === '['
  const holder = open.at(-1)
  const closer = holder === '{' ? '}' : ']'
  if (begins || !last || after === ',' || after === ':') {
    if (sign === '"') return describeString(text, at)
    if (holder && sign === '' && after !== ':') {
      const ended = holder === '[' && !begins
      return [end, ended ? 'the text ends before its last value' : `a ${closer} is missing`]
    }
    if (after === ',' && sign === closer) return [last?.from ?? at, 'there is a comma too many']
    const wantsName = holder === '{' && after !== ':'
    return wantsName ? describeName(sign, word, at) : describeValue(sign, word, at, end)
  }
  if (word !== undefined && /[-\d]/.test(after) && end === at)
    return [last.from, `${text.slice(last.from, at)}${word} is no number`]
  if (!holder) {
    const closes = sign === '}' || sign === ']'
    return [
      at,
      closes ? `this ${sign} closes nothing` : 'the document ended above; nothing may follow',
    ]
  }
  const ends = sign === '' || sign === '}' || sign === ']'
  return [end, ends ? `a ${closer} is missing` : 'a comma is missing']
}

function describeName(sign: string, word: string | undefined, at: number) {
  if (sign === ',') return [at, 'there is a comma too many'] as const
  const isWord = word !== undefined && sign !== "'"
  const what = isWord ? `the name ${shorten(word)}` : 'a name'
  return [at, `${what} needs double quotes`] as const
}

function describeValue(sign: string, word: string | undefined, at: number, end: number) {
  if (sign === '') return [end, 'the text ends before its last value'] as const
  if (sign === "'") return [at, 'texts need double quotes'] as const
  if (word === undefined) return [end, 'a value is missing'] as const
  if (/[-\d]/.test(sign)) return [at, `${word} is no number`] as const
  return [at, `${shorten(word)} is no value; texts need double quotes`] as const
}

const GOOD = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy

/** What is wrong within a text, at the sign where it is. */
function describeString(text: string, from: number): readonly [at: number, message: string] {
  GOOD.lastIndex = from
  const at = from + (GOOD.exec(text)?.[0].length ?? 0)
  const sign = text.charAt(at)
  if (sign === '\\') return [at, 'a backslash must be written twice']
  const isOpen = sign === '' || sign === '\n' || sign === '\r'
  return [
    at,
    isOpen
      ? 'a closing quote is missing'
      : 'a text may not hold a tab or another control character',
  ]
}

function shorten(word: string): string {
  return word.length > 20 ? `${word.slice(0, 20)}…` : word
}

export function describeTextFault({ line, message }: TextFault): string {
  return `Line ${line}: ${message}`
}
