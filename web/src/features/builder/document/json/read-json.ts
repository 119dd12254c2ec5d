import type {
  ArrayNode,
  JsonMember,
  JsonNode,
  ObjectNode,
  PlainNode,
  ReadJson,
} from './json-node.ts'
import { readString } from './read-string.ts'
import { TextReader, Unreadable } from './text-reader.ts'

/** The server takes 40 levels; a deeper text would only exhaust the stack. */
const MAX_DEPTH = 100
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /[^\s,:[\]{}"]+/y

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

function readAgain(text: string): ReadJson {
  const reader = new TextReader(text)
  try {
    if (reader.peek() === '') reader.fail('the text is empty')
    const root = readValue(reader, 0)
    if (reader.peek() !== '') reader.fail(describeRest(reader))
    return { ok: true, root }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const line = text.slice(0, error.at).split('\n').length
    return { ok: false, fault: { at: error.at, line, message: error.message } }
  }
}

function describeRest(reader: TextReader): string {
  const sign = reader.peek()
  if (sign === '/') return 'JSON has no comments'
  if (sign === '}' || sign === ']') return `this ${sign} closes nothing`
  return 'the document ended above; nothing may follow'
}

function readValue(reader: TextReader, depth: number): JsonNode {
  const sign = reader.peek()
  if (depth > MAX_DEPTH) reader.fail('the brackets are nested too deep')
  if (sign === '{') return readObject(reader, depth)
  if (sign === '[') return readArray(reader, depth)
  const from = reader.at
  if (sign === '"') {
    readString(reader)
    return { type: 'string', from, to: reader.at }
  }
  return readPlain(reader, sign, from)
}

function readPlain(reader: TextReader, sign: string, from: number): PlainNode {
  if (sign === '-' || (sign >= '0' && sign <= '9')) {
    const number = reader.takeMatch(NUMBER)
    const rest = reader.takeMatch(WORD)
    if (number === undefined || rest !== undefined) {
      const written = reader.text.slice(from, reader.at)
      reader.fail(`${written} is no number`, from)
    }
    return { type: 'number', from, to: reader.at }
  }
  if (sign === '') reader.fail('the text ends before its last value', reader.last)
  if (sign === '/') reader.fail('JSON has no comments')
  if (sign === "'") reader.fail('texts need double quotes')
  const word = reader.takeMatch(WORD)
  if (word === 'true' || word === 'false') return { type: 'boolean', from, to: reader.at }
  if (word === 'null') return { type: 'null', from, to: reader.at }
  if (word === undefined) return reader.fail('a value is missing', reader.last)
  return reader.fail(`${shorten(word)} is no value; texts need double quotes`, from)
}

function readObject(reader: TextReader, depth: number): ObjectNode {
  const from = reader.at
  const members: JsonMember[] = []
  reader.take(1)
  while (reader.peek() !== '}') {
    if (members.length > 0) readComma(reader, '}')
    members.push(readMember(reader, depth))
  }
  reader.take(1)
  return { type: 'object', from, to: reader.at, members }
}

function readMember(reader: TextReader, depth: number): JsonMember {
  const sign = reader.peek()
  const from = reader.at
  if (sign === '') reader.fail('a } is missing', reader.last)
  if (sign === '/') reader.fail('JSON has no comments')
  if (sign === ',') reader.fail('there is a comma too many')
  if (sign !== '"') {
    const word = sign === "'" ? undefined : reader.takeMatch(WORD)
    const what = word === undefined ? 'a name' : `the name ${shorten(word)}`
    reader.fail(`${what} needs double quotes`, from)
  }
  const name = readString(reader)
  const nameTo = reader.at
  if (reader.peek() !== ':') reader.fail(`a colon is missing after "${shorten(name)}"`, nameTo)
  reader.take(1)
  return { name, from, nameTo, value: readValue(reader, depth + 1) }
}

function readArray(reader: TextReader, depth: number): ArrayNode {
  const from = reader.at
  const items: JsonNode[] = []
  reader.take(1)
  while (reader.peek() !== ']') {
    if (items.length > 0) readComma(reader, ']')
    else if (reader.peek() === '') reader.fail('a ] is missing', reader.last)
    items.push(readValue(reader, depth + 1))
  }
  reader.take(1)
  return { type: 'array', from, to: reader.at, items }
}

/** The comma between two parts; a fault is told at the end of the first, where the comma belongs. */
function readComma(reader: TextReader, end: '}' | ']'): void {
  const sign = reader.peek()
  const other = end === '}' ? ']' : '}'
  if (sign === '' || sign === other) reader.fail(`a ${end} is missing`, reader.last)
  if (sign === '/') reader.fail('JSON has no comments')
  if (sign !== ',') reader.fail('a comma is missing', reader.last)
  const comma = reader.at
  reader.take(1)
  if (reader.peek() === end) reader.fail('there is a comma too many', comma)
}

function shorten(word: string): string {
  return word.length > 20 ? `${word.slice(0, 20)}…` : word
}
