import type { Route } from '@vignette/contract/define-route.ts'
import type { ErrorBody } from '@vignette/contract/errors.ts'
import { API_BASE } from '@vignette/contract/paths.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Command, CommandError } from '../command.ts'
import type { Caller, Ctx } from '../ctx.ts'
import type { Binding } from '../handle.ts'
import { findNearest } from '../platform/find-nearest.ts'
import { buildServer } from '../platform/http/build-server.ts'
import type { Gate } from '../platform/http/call-ctx.ts'
import { mountApi, OWN_CALL } from '../platform/http/mount-api.ts'
import { drawAnswer } from './draw-answer.ts'

const PARTS = ['params', 'query', 'body'] as const

/**
 * The command that makes a call of the contract as the operator: in this process, without a socket and
 * a sign-in, but with every check of its values and the handler that a browser meets.
 */
export function createCallCommand(bindings: readonly Binding[]): Command {
  const routes = bindings.map(({ route }) => route)
  const callable = routes.filter(isCallable)
  return {
    name: 'call',
    usage: 'call ROUTE [KEY=VALUE …] [--json]',
    summary: 'Makes a call of the API as the operator; without ROUTE lists those that it makes',
    help: ([name]) => (name ? describeRoute(requireRoute(routes, name)) : listRoutes(callable)),
    async run(ctx, args) {
      const [name = '', ...words] = args.filter((word) => word !== '--json')
      const route = requireRoute(routes, name)
      const binding = bindings.find((one) => one.route === route)
      if (!binding) throw new Error(`${name} has no handler`)
      const json = args.includes('--json')
      if (json && !route.answer) throw new CommandError(`${name} does not answer JSON.`)
      const answer = await callRoute(ctx, binding, readWords(route, words))
      if (!route.answer) return answer.trimEnd()
      const value: unknown = JSON.parse(answer)
      return json ? JSON.stringify(value, null, 2) : drawAnswer(route.answer, value)
    },
  }
}

function isCallable({ access, operator, content }: Route): boolean {
  return (access === 'admin' || operator === true) && !content?.includes(FILE)
}

/** What a terminal cannot show. */
const FILE = 'application/zip'

function requireRoute(routes: readonly Route[], name: string): Route {
  const route = routes.find((one) => one.name === name)
  if (route && isCallable(route)) return route
  if (route?.access === 'anyone') {
    const call = `${route.method} ${API_BASE}${route.path}`
    throw new CommandError(`${name} needs no operator: ask the server itself, ${call}.`)
  }
  if (route?.content?.includes(FILE)) {
    throw new CommandError(`${name} answers a file: save it at /admin.`)
  }
  if (route) {
    throw new CommandError(
      `${name} needs a visitor or an account of one's own, and the command line has neither.`,
    )
  }
  const names = routes.filter(isCallable).map((one) => one.name)
  const alike = names.filter((one) => one.toLowerCase().includes(name.toLowerCase()))
  const nearest = findNearest(name, names) ?? alike.join(', ')
  throw new CommandError(
    nearest
      ? `There is no call ${name}; did you mean ${nearest}?`
      : `There is no call ${name}; "npm run cli -- call" lists those that there are.`,
  )
}

function listRoutes(routes: readonly Route[]): string {
  const sorted = routes.toSorted((a, b) => a.name.localeCompare(b.name))
  const width = Math.max(...sorted.map(({ name }) => name.length))
  return sorted.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')
}

/** A value that a call takes, as its schema describes it. */
interface Parameter {
  name: string
  part: (typeof PARTS)[number]
  required: boolean
  schema: JsonSchema
}

type JsonSchema = z.core.JSONSchema.BaseSchema

function parametersOf(route: Route): Parameter[] {
  return PARTS.flatMap((part) => {
    const schema = route[part]
    if (!schema) return []
    const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' })
    return Object.entries(properties).map(([name, one]) => ({
      name,
      part,
      required: required.includes(name),
      schema: one as JsonSchema,
    }))
  })
}

function describeRoute(route: Route): string {
  const parameters = parametersOf(route)
  const usage = parameters.map(({ name, required }) => (required ? `${name}=…` : `[${name}=…]`))
  const width = Math.max(0, ...parameters.map(({ name }) => name.length))
  const kinds = parameters.map(({ schema }) => kindOf(schema))
  const kindWidth = Math.max(0, ...kinds.map((kind) => kind.length))
  const lines = parameters.map(({ name, schema: { description = '' } }, index) =>
    `  ${name.padEnd(width)}  ${kinds[index]?.padEnd(kindWidth)}  ${description}`.trimEnd(),
  )
  const head = [`npm run cli -- call ${route.name}`, ...usage].join(' ')
  return [`${head}\n\n  ${route.summary}`, ...(lines.length > 0 ? [lines.join('\n')] : [])].join(
    '\n\n',
  )
}

function kindOf(schema: JsonSchema): string {
  const usual = schema.default === undefined ? '' : `, else ${JSON.stringify(schema.default)}`
  return `${wordsFor(schema)}${usual}`
}

function wordsFor({ enum: words, format, type }: JsonSchema): string {
  if (words) return words.join(' or ')
  if (format === 'uuid') return 'id'
  if (format === 'date-time') return 'time as 2026-11-30T12:00:00Z'
  switch (type) {
    case 'integer':
      return 'whole number'
    case 'boolean':
      return 'true or false'
    case 'number':
      return 'number'
    case 'string':
      return 'text'
    default:
      return 'JSON'
  }
}

type Values = Record<(typeof PARTS)[number], Record<string, unknown>>

function readWords(route: Route, words: readonly string[]): Values {
  const parameters = parametersOf(route)
  const names = parameters.map(({ name }) => name)
  const values: Values = { params: {}, query: {}, body: {} }
  for (const word of words) {
    const at = word.indexOf('=')
    if (at < 1) throw new CommandError(`"${word}" is not KEY=VALUE.`)
    const [name, text] = [word.slice(0, at), word.slice(at + 1)]
    const parameter = parameters.find((one) => one.name === name)
    if (!parameter) {
      const takes = names.length > 0 ? `it takes ${names.join(', ')}` : 'it takes nothing'
      throw new CommandError(`${route.name} takes no ${name}; ${takes}.`)
    }
    const { part, schema } = parameter
    if (name in values[part]) throw new CommandError(`${name} stands twice.`)
    values[part][name] = part === 'body' ? readValue(text, schema) : text
  }
  // An address without its values, or with dots in their place, would be another address.
  for (const { name, part } of parameters) {
    if (part !== 'params') continue
    const text = values.params[name] ?? ''
    if (text === '') throw new CommandError(`${name}: is required`)
    if (text === '.' || text === '..') throw new CommandError(`${name}: is not valid`)
  }
  return values
}

/** What the schema's type makes of a word; a word that does not fit stays a text, which the schema refuses. */
function readValue(text: string, schema: JsonSchema): unknown {
  const kinds = (schema.anyOf ?? [schema]).flatMap(({ type }) => type ?? 'object')
  const takes = (...some: string[]) => kinds.some((kind) => some.includes(kind))
  if (takes('null') && text === 'null') return null
  if (takes('integer', 'number') && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  if (takes('boolean') && /^(?:true|false)$/.test(text)) return text === 'true'
  if (!takes('object', 'array')) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** The answer's text; throws the sentence of a refusal, and the further faults that it names. */
async function callRoute(ctx: Ctx, binding: Binding, values: Values): Promise<string> {
  const { method, path, body } = binding.route
  const app = await mountAlone(ctx, binding)
  try {
    const filled = path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(values.params[name])),
    )
    const response = await app.inject({
      method,
      url: `${API_BASE}${filled}`,
      query: values.query as Record<string, string>,
      ...(body ? { payload: values.body } : {}),
      remoteAddress: OWN_CALL,
    })
    if (response.statusCode < 400) return response.payload
    const { error, details = [] } = response.json<ErrorBody>()
    const faults = details.map(({ path: place, message }) => `${place}: ${message}`)
    throw new CommandError([...new Set([error, ...faults])].join('\n'))
  } finally {
    await app.close()
  }
}

/** A server of one call, which listens nowhere. */
async function mountAlone(ctx: Ctx, binding: Binding): Promise<FastifyInstance> {
  const app = await buildServer({
    log: ctx.log,
    process: ctx.process,
    answers: ctx.answers,
    trustProxy: 0,
    version: '',
    shop: () => ctx.config.SHOP_NAME,
    connectionsPerAddress: 1,
  })
  mountApi(app, [binding], {
    ctx,
    gate: COMMAND_GATE,
    limit: async () => undefined,
    site: { PUBLIC_URL: ctx.origin },
    boundsGuests: false,
    hasRoom: async () => true,
  })
  return app
}

const COMMAND: Caller = { principal: null, sessionId: null, via: 'command', address: '' }

/** Lets through who reaches this process and its database. */
const COMMAND_GATE: Gate<Caller> = {
  identify: async () => COMMAND,
  admit: async () => COMMAND,
  renew: () => undefined,
  checkWrite: () => undefined,
  checkAccess: () => undefined,
}
