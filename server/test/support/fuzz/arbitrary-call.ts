import { API_BASE, type RouteName } from '@vignette/contract/paths.ts'
import fc from 'fast-check'
import { TABLE } from '../access/table.ts'
import type { World } from '../access/world.ts'
import { type ApiSchema, arbitraryValue, HOSTILE_TEXT, UNSTORABLE_TEXT } from './arbitrary-value.ts'

export interface Operation {
  method: string
  path: string
  operationId: string
  parameters: { name: string; in: string; schema: ApiSchema; required?: boolean }[]
  body: ApiSchema | undefined
  takesFile: boolean
}

export interface Call {
  name: string
  method: string
  address: string
  body: string | undefined
  type: string
  headers: Record<string, string>
  /** The index of the caller. */
  who: number
}

/** The parts of a call before its serialisation. */
interface Parts {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

interface Document {
  components: Record<string, Record<string, unknown>>
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        parameters?: Operation['parameters']
        requestBody?: { content: Record<string, { schema: ApiSchema }> }
      }
    >
  >
}

export function readOperations(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
      method,
      path,
      operationId,
      parameters: writeOut(parameters, document) as Operation['parameters'],
      body: writeOut(Object.values(requestBody?.content ?? {})[0]?.schema, document) as
        | ApiSchema
        | undefined,
      takesFile: 'multipart/form-data' in (requestBody?.content ?? {}),
    })),
  )
}

/** A schema or parameters, with the parts that they name in their places. */
function writeOut(value: unknown, document: Document): unknown {
  if (Array.isArray(value)) return value.map((one) => writeOut(one, document))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) {
    const [name = '', kind = ''] = String(value.$ref).split('/').toReversed()
    return writeOut(document.components[kind]?.[name], document)
  }
  return Object.fromEntries(
    Object.entries(value).map(([word, part]) => [word, writeOut(part, document)]),
  )
}

/** Ids and names that exist, so that a call passes the first checks. */
function knownTexts(world: World): string[] {
  const { recipe, paidRecipe, creations, job, upload, session, reports, key, cast } = world
  const ids = [...Object.values(creations), ...Object.values(cast.ids)]
  return [recipe, paidRecipe, job, upload, session, reports.open, key, ...ids]
}

/** The valid calls of each operation, by its name. */
export type Examples = ReadonlyMap<string, readonly Parts[]>

export async function collectExamples(
  world: World,
  operations: readonly Operation[],
): Promise<Examples> {
  const examples = new Map<string, Parts[]>()
  for (const { operationId } of operations) {
    examples.set(operationId, await examplesOf(world, operationId as RouteName))
  }
  return examples
}

/** Each valid call as it stands, by each caller. */
export function exampleCalls(
  operations: readonly Operation[],
  examples: Examples,
  callers: number,
): Call[] {
  return operations.flatMap((operation) =>
    (examples.get(operation.operationId) ?? []).flatMap((parts) =>
      Array.from({ length: callers }, (_, who) =>
        write(operation, parts, { type: 'application/json', key: undefined, raw: undefined, who }),
      ),
    ),
  )
}

/** Half of the calls are valid ones changed in one or two places; the other half follow the schema alone. */
export function arbitraryCall(
  world: World,
  operations: readonly Operation[],
  examples: Examples,
): fc.Arbitrary<Call> {
  const known = knownTexts(world)
  return fc.constantFrom(...operations).chain((operation) => {
    const parts = fc.oneof(
      {
        weight: 3,
        arbitrary: bentExample(examples.get(operation.operationId) ?? [], operation, known),
      },
      { weight: 2, arbitrary: fromSchema(operation, known) },
    )
    return fc.tuple(parts, envelope()).map(([made, around]) => write(operation, made, around))
  })
}

interface Envelope {
  type: string
  key: string | undefined
  who: number
  /** A raw body, sent instead of the JSON body. */
  raw: string | undefined
}

function envelope(): fc.Arbitrary<Envelope> {
  const odd = fc.constantFrom(
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/xml',
    '',
  )
  const json = fc.constant('application/json')
  return fc.record({
    type: fc.oneof({ weight: 12, arbitrary: json }, { weight: 1, arbitrary: odd }),
    key: fc.option(fc.constantFrom('one', 'two', 'x'.repeat(300)), { nil: undefined, freq: 2 }),
    who: fc.oneof(
      { weight: 2, arbitrary: fc.constant(0) },
      { weight: 2, arbitrary: fc.constant(1) },
      fc.nat(3),
    ),
    raw: fc.oneof(
      { weight: 20, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.oneof(HOSTILE_TEXT, fc.json()) },
    ),
  })
}

/** Valid calls of the owner on existing objects. */
async function examplesOf(world: World, name: RouteName): Promise<Parts[]> {
  const examples: Parts[] = []
  for (const row of TABLE[name]) {
    const fresh = (await row.fresh?.(world)) ?? ''
    const { params = {}, query = '', body } = row.ask(world, 'owner', fresh, world.cast)
    examples.push({ params, query: Object.fromEntries(new URLSearchParams(query)), body })
  }
  return examples
}

function bentExample(
  examples: readonly Parts[],
  operation: Operation,
  known: readonly string[],
): fc.Arbitrary<Parts> {
  if (examples.length === 0) return fromSchema(operation, known)
  const optional = operation.parameters.filter(({ in: place }) => place === 'query')
  const more = fc.record(
    Object.fromEntries(
      optional.map(({ name, schema }) => [
        name,
        fc.option(arbitraryValue(schema, known), { nil: undefined, freq: 1 }),
      ]),
    ),
  )
  const twist = fc.record({
    at: fc.nat(1_000),
    value: fc.oneof(
      HOSTILE_TEXT,
      UNSTORABLE_TEXT,
      fc.constantFrom(...known),
      fc.jsonValue({ maxDepth: 2 }),
    ),
  })
  return fc
    .tuple(fc.constantFrom(...examples), more, fc.array(twist, { maxLength: 2 }))
    .map(([example, further, twists]) => {
      const parts = structuredClone({ ...example, query: { ...further, ...example.query } })
      for (const { at, value } of twists) bend(parts, at, value)
      return parts
    })
}

/** Replaces one leaf of the call. */
function bend(parts: Parts, at: number, value: unknown): void {
  const leaves: [holder: Record<string, unknown>, key: string][] = []
  const walk = (holder: Record<string, unknown>) => {
    for (const [key, member] of Object.entries(holder)) {
      leaves.push([holder, key])
      if (member && typeof member === 'object') walk(member as Record<string, unknown>)
    }
  }
  walk(parts as unknown as Record<string, unknown>)
  const inside = leaves.filter(([holder]) => holder !== (parts as unknown))
  const [holder, key] = inside[at % Math.max(1, inside.length)] ?? []
  if (holder && key !== undefined) holder[key] = value
}

function fromSchema(operation: Operation, known: readonly string[]): fc.Arbitrary<Parts> {
  const given = (place: string) =>
    fc.record(
      Object.fromEntries(
        operation.parameters
          .filter((parameter) => parameter.in === place)
          .map(({ name, schema, required }) => {
            const value = fc.oneof(
              { weight: 5, arbitrary: arbitraryValue(schema, known) },
              { weight: 1, arbitrary: HOSTILE_TEXT },
            )
            return [name, required ? value : fc.option(value, { nil: undefined, freq: 1 })]
          }),
      ),
    )
  return fc.record({
    params: given('path'),
    query: given('query'),
    body: operation.body ? arbitraryValue(operation.body, known) : fc.constant(undefined),
  })
}

function write(operation: Operation, { params, query, body }: Parts, around: Envelope): Call {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    escape(params[name]),
  )
  const asked = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escape(value)}`)
  const headers: Record<string, string> = {}
  if (around.key !== undefined) headers['idempotency-key'] = around.key
  const sent = around.raw ?? (body === undefined ? undefined : JSON.stringify(body))
  return {
    name: operation.operationId,
    method: operation.method.toUpperCase(),
    address: `${filled.startsWith(API_BASE) ? '' : API_BASE}${filled}${asked.length ? `?${asked.join('&')}` : ''}`,
    body: operation.method === 'get' ? undefined : sent?.toWellFormed(),
    type: around.type,
    headers,
    who: around.who,
  }
}

function escape(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.toWellFormed())
}
