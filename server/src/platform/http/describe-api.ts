import { STATUS_CODES } from 'node:http'
import {
  SCHEMA_NAMES,
  TAGS,
  tagOf,
  WEBHOOK_DATA,
  WEBHOOK_SUMMARIES,
} from '@vignette/contract/api-words.ts'
import type { Route } from '@vignette/contract/define-route.ts'
import { type Json, nameParameters, nameSchemas } from './name-schemas.ts'

interface Given {
  paths?: Record<string, Record<string, Json>>
  [key: string]: unknown
}

const DESCRIPTION = `Every call of the site, for programs too.

Make a token on your account page, for the scopes that it needs, and send it as \`Authorization: Bearer\`.
A refusal answers \`{ error, code, request_id, details? }\`, and with \`Accept: application/problem+json\`
the members of RFC 9457 beside. \`RateLimit\` says what is left of a class of calls, \`Retry-After\` when to
ask again. A browser that writes by cookie repeats the cookie \`csrf_token\` in \`X-CSRF-Token\`; a first
write without a cookie may name an anonymous id in \`X-Visitor-Id\`. An integer is one that JavaScript
keeps whole: from -(2^53 - 1) to 2^53 - 1, where nothing narrower is said.`

const ERROR = {
  type: 'object',
  description: 'A refusal',
  required: ['error', 'code', 'request_id'],
  properties: {
    error: { type: 'string', description: 'A sentence for a person' },
    code: { type: 'string' },
    request_id: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

const SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An access token of the account page. Each call names the scope that the token must have been made for.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'vignette_session',
    description:
      'A signed-in browser; behind https the name begins with __Host-. Writes repeat the cookie csrf_token in the header X-CSRF-Token.',
  },
  visitor: {
    type: 'apiKey',
    in: 'cookie',
    name: 'vignette_visitor',
    description: 'A browser without an account, which its first write makes known.',
  },
}

/** What is said elsewhere: by the format of an id or a date, and once for all integers above. */
function leaveOut(this: Json, key: string, value: unknown): unknown {
  if (key === 'pattern' && ['uuid', 'date'].includes(String(this['format']))) return undefined
  if (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) return undefined
  return key === 'maximum' && value === Number.MAX_SAFE_INTEGER ? undefined : value
}

/** The document of the API: what the routes say, each schema once and by its name. */
export function describeApi(given: unknown, routes: readonly Route[], shop: string): Json {
  const { paths = {}, ...rest } = JSON.parse(JSON.stringify(given, leaveOut)) as Given
  const byName = new Map(routes.map((route) => [route.name as string, route]))
  const described = Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => {
          const route = byName.get(String(operation['operationId']))
          return [method, route ? describeOperation(operation, route) : operation]
        }),
      ),
    ]),
  )
  const { paths: named, schemas } = nameSchemas(described, SCHEMA_NAMES)
  const parameters = nameParameters(described)
  const refusals = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.entries(responses as Record<string, Json>))
    .filter(([status]) => /^[45]/.test(status))
    .map(([, response]) => [refusalName(response), response] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const used = new Set(routes.map(({ path }) => tagOf(path)))
  return {
    ...rest,
    info: {
      ...(rest['info'] as Json),
      title: shop,
      summary: 'A marketplace of recipes that make pictures and films',
      description: DESCRIPTION,
      contact: { name: 'The operator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: TAGS.filter(({ name }) => used.has(name)),
    paths: named,
    webhooks: Object.fromEntries(WEBHOOKS.map((type) => [type, { post: describeWebhook(type) }])),
    components: {
      securitySchemes: SCHEMES,
      responses: Object.fromEntries(refusals),
      parameters: { ...parameters, ...WEBHOOK_HEADERS },
      schemas: {
        Error: ERROR,
        ...schemas,
        ...OF_WEBHOOKS,
        ...Object.fromEntries(WEBHOOKS.map((type) => [messageName(type), messageOf(type)])),
      },
    },
  }
}

type WebhookType = keyof typeof WEBHOOK_DATA
const WEBHOOKS = Object.keys(WEBHOOK_DATA) as WebhookType[]

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const WEBHOOK_HEADERS: Record<string, Json> = {
  WebhookId: header('webhook-id', 'The same however often it is sent'),
  WebhookTimestamp: header('webhook-timestamp', 'Seconds since 1970, of this attempt'),
  WebhookSignature: header(
    'webhook-signature',
    'As Standard Webhooks says: v1 and an HMAC-SHA256 over id, timestamp and body; two of them while a secret is replaced',
  ),
}

/** Schemas that no call answers. */
const OF_WEBHOOKS: Record<string, Json> = {
  DeliveredCreation: {
    description: 'The creation, with the id of the job that made it',
    allOf: [
      { $ref: '#/components/schemas/Creation' },
      { type: 'object', required: ['job_id'], properties: { job_id: { type: 'string' } } },
    ],
  },
  PayoutHold: {
    type: 'object',
    required: ['id', 'amount', 'reason', 'since', 'until'],
    properties: {
      id: { type: 'string' },
      amount: { type: ['integer', 'null'], description: 'In cents; null for everything' },
      reason: { type: 'string' },
      since: { type: 'string' },
      until: { type: ['string', 'null'] },
    },
  },
  WebhookTest: {
    type: 'object',
    required: ['webhook_id'],
    properties: { webhook_id: { type: 'string' } },
  },
}

/** `creation.completed` is the schema `CreationCompletedEvent`. */
const messageName = (type: WebhookType) =>
  `${type.replaceAll(/(?:^|\.)(\w)/g, (_whole, letter: string) => letter.toUpperCase())}Event`

function messageOf(type: WebhookType): Json {
  const [first, ...others] = WEBHOOK_DATA[type].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }))
  return {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { type: 'string', const: type },
      timestamp: { type: 'string', description: 'When it happened' },
      data: others.length > 0 ? { anyOf: [first, ...others] } : first,
    },
  }
}

function describeWebhook(type: WebhookType): Json {
  const summary = WEBHOOK_SUMMARIES[type]
  return {
    operationId: `on${messageName(type)}`,
    tags: ['Webhooks'],
    summary,
    description: `${summary}. What is not answered with a 2XX is sent again, for three days.`,
    security: [{}],
    parameters: Object.keys(WEBHOOK_HEADERS).map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { $ref: `#/components/schemas/${messageName(type)}` } },
      },
    },
    responses: {
      '2XX': { description: 'Taken' },
      '410': { description: 'The webhook ends, until its owner resumes it' },
    },
  }
}

function describeOperation(operation: Json, route: Route): Json {
  const { '2XX': _same, ...responses } = operation['responses'] as Record<string, Json>
  const body = operation['requestBody'] as { content: Record<string, Json> } | undefined
  const media = body && Object.values(body.content)[0]
  if (media && route.example !== undefined) media['example'] = route.example
  return {
    ...operation,
    tags: [tagOf(route.path)],
    description: describe(route),
    security: securityOf(route),
    ...(route.scope && route.scope !== 'any' && { 'x-scopes': [route.scope] }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        describeResponse(status, response, route),
      ]),
    ),
  }
}

function describe(route: Route): string {
  const { summary, scope, access, fresh, rate, token } = route
  const who = {
    anyone: 'Anybody may call.',
    visitor: 'For a browser that is known, or an account.',
    user: 'For an account.',
    admin: 'For an admin.',
  }[access]
  const tokens =
    scope === 'any'
      ? 'Each token may call.'
      : scope
        ? `A token needs the scope \`${scope}\`.`
        : token === false
          ? 'No token may call.'
          : 'Only tokens made before there were scopes may call.'
  return [
    `${summary}.`,
    who,
    tokens,
    ...(fresh
      ? ['Needs a sign-in of the last minutes.']
      : access === 'admin'
        ? ['Needs a sign-in of the last hours.']
        : []),
    ...(rate && rate !== 'none' ? [`Counts as \`${rate}\`.`] : []),
  ].join(' ')
}

function securityOf({ access, token }: Route): Json[] {
  return [
    ...(access === 'anyone' ? [{}] : []),
    ...(token === false ? [] : [{ bearer: [] }]),
    { cookie: [] },
    ...(access === 'visitor' ? [{ visitor: [] }] : []),
  ]
}

function describeResponse(status: string, response: Json, route: Route): Json {
  if (/^[45]/.test(status)) return { $ref: `#/components/responses/${refusalName(response)}` }
  const description = STATUS_CODES[status]
  if (status === '302') {
    const location = { description: 'Where to', schema: { type: 'string' } }
    return { description, headers: { Location: location } }
  }
  if (!route.content) return { ...response, description }
  const content = route.content.map((type) => [type, { schema: ofType(type) }])
  return { description, content: Object.fromEntries(content) }
}

/** By its codes, as its description lists them. */
function refusalName({ description }: Json): string {
  return String(description).replaceAll(', ', '.')
}

function ofType(type: string): Json {
  return type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' }
}
