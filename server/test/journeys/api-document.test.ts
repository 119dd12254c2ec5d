import { SCHEMA_NAMES } from '@vignette/contract/api-words.ts'
import type { Route } from '@vignette/contract/define-route.ts'
import { ERROR_STATUS } from '@vignette/contract/errors.ts'
import { API_BASE } from '@vignette/contract/paths.ts'
import { routes } from '@vignette/contract/routes.ts'
import { WEBHOOK_EVENT_NAMES, WEBHOOK_TEST } from '@vignette/contract/webhook-words.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser, signIn } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  'x-scopes'?: string[]
  responses: Record<string, Response & { $ref?: string }>
}

interface Parameter {
  name: string
  in: string
  $ref?: string
}

interface Response {
  content?: Record<
    string,
    { schema: { $ref?: string; properties?: { code?: { enum: string[] } } } }
  >
}

interface Document {
  openapi: string
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<
    string,
    {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: string } } } }
        responses: object
      }
    }
  >
  components: {
    schemas: Record<string, object>
    responses: Record<string, Response>
    parameters: Record<string, Parameter>
  }
}

/** Names that programs use: another name would be a change for them. */
const NAMED = Object.values(SCHEMA_NAMES)

let app: TestApp
let document: Document
let text: string
let operations: Map<string, Operation & { method: string; path: string }>
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  const answer = await fetch(`${app.url}${API_BASE}/openapi.json`)
  text = await answer.text()
  document = JSON.parse(text)
  expect(document.openapi).toBe('3.1.0')
  operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        {
          ...operation,
          parameters: operation.parameters?.map(
            (one) => document.components.parameters[one.$ref?.split('/').at(-1) ?? ''] ?? one,
          ),
          method: method.toUpperCase(),
          path,
        },
      ]),
    ),
  )
})
afterAll(() => app.close())

/** The refusal of a call with this status, which stands among the named ones. */
function refusalOf(name: string, status: number): Response | undefined {
  const { $ref } = operations.get(name)?.responses[status] ?? {}
  return $ref === undefined
    ? undefined
    : document.components.responses[$ref.split('/').at(-1) ?? '']
}

test('writes each schema once, by its name', () => {
  const seen = new Map<string, number>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (
      'properties' in value &&
      'type' in value &&
      value.type === 'object' &&
      !('allOf' in value)
    ) {
      const key = JSON.stringify(value)
      seen.set(key, (seen.get(key) ?? 0) + 1)
    }
    for (const part of Object.values(value)) look(part)
  }
  look(document)
  expect([...seen].filter(([, count]) => count > 1).map(([key]) => key.slice(0, 200))).toEqual([])
  const names = Object.keys(document.components.schemas)
  expect(names).toEqual(
    expect.arrayContaining(['Workflow', 'Creation', 'Job', 'Media', 'Error', ...NAMED]),
  )
  const lost = [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)].filter(
    ([, kind, name]) => !(name! in (document.components as Record<string, object>)[kind!]!),
  )
  expect(lost).toEqual([])
  expect(text.length).toBeLessThan(520_000)
})

test('writes parameters and long choices once, by name, and what holds for all integers in its words', () => {
  const { Id, Cursor, Limit, IdempotencyKey } = document.components.parameters
  expect([Id, Cursor, Limit, IdempotencyKey]).toMatchObject([
    { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    { name: 'cursor', in: 'query', description: expect.stringContaining('next_cursor') },
    { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } },
    { name: 'Idempotency-Key', in: 'header', schema: { pattern: expect.any(String) } },
  ])
  const inline = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ parameters = [] }) => parameters.map((one) => JSON.stringify(one)))
  const named = Object.values(document.components.parameters).map((one) => JSON.stringify(one))
  expect(named.filter((one) => inline.includes(one))).toEqual([])
  const schemas = JSON.stringify(document.components.schemas)
  const choices = [...schemas.matchAll(/\{"type":"string","enum":\[[^\]]{100,}?\]\}/g)].map(String)
  expect(choices.length).toBeGreaterThan(5)
  expect(choices.filter((one, at) => choices.indexOf(one) < at)).toEqual([])
  expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
  expect(text).toContain('from -(2^53 - 1) to 2^53 - 1')
})

test('says of each call what it is, who may make it and one success', () => {
  const tags = new Set(document.tags.map(({ name }) => name))
  for (const route of Object.values<Route>(routes)) {
    const { description, tags: told, security, responses, ...rest } = operations.get(route.name)!
    expect(description.length).toBeGreaterThan(20)
    expect(told.every((tag) => tags.has(tag))).toBe(true)
    const scope = route.scope === 'any' ? undefined : route.scope
    expect(rest['x-scopes']).toEqual(scope && [scope])
    expect(security.some((one) => 'bearer' in one)).toBe(route.token !== false)
    expect(security.some((one) => Object.keys(one).length === 0)).toBe(route.access === 'anyone')
    const success = Object.keys(responses).filter((status) => /^[23]/.test(status))
    expect(success).toEqual([`${route.status ?? 200}`])
    if (route.content) {
      expect(Object.keys(responses[200]?.content ?? {})).toEqual([...route.content])
    }
    // What is not JSON says what it is.
    expect(route.answer ?? route.content ?? route.status, route.name).toBeDefined()
  }
})

test('describes each webhook with what it brings, by name', () => {
  expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENT_NAMES, WEBHOOK_TEST])
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const { schema } = post.requestBody.content['application/json']
    const message = document.components.schemas[schema.$ref.split('/').at(-1) ?? '']
    expect(message).toMatchObject({ properties: { type: { const: type } } })
    expect(Object.keys(post.responses)).toEqual(['410', '2XX'])
  }
})

test('is sent with an ETag, and compressed', async () => {
  const first = await fetch(`${app.url}${API_BASE}/openapi.json`)
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('content-encoding')).toMatch(/br|gzip/)
  const again = await fetch(`${app.url}${API_BASE}/openapi.json`, {
    headers: { 'if-none-match': etag },
  })
  expect(again.status).toBe(304)
})

test('lists every call of the contract and no other', () => {
  const told = [...operations].map(([name, { method, path }]) => `${name} ${method} ${path}`)
  const written = Object.values(routes).map(
    ({ name, method, path }) => `${name} ${method} ${API_BASE}${path.replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(told.toSorted()).toEqual(written.toSorted())
})

test('lists every refusal of the contract under its status', () => {
  for (const { name, errors = [] } of Object.values(routes) as {
    name: string
    errors?: readonly (keyof typeof ERROR_STATUS)[]
  }[]) {
    for (const code of errors) {
      const refusal = refusalOf(name, ERROR_STATUS[code])
      const schema = Object.values(refusal?.content ?? {})[0]?.schema
      expect([name, schema?.properties?.code?.enum]).toEqual([name, expect.arrayContaining([code])])
    }
  }
})

test('lists the refusals of the checks before a verb', () => {
  const codesOf = (name: string, status: number) =>
    Object.values(refusalOf(name, status)?.content ?? {})[0]?.schema.properties?.code?.enum
  expect(codesOf('updateCreation', 403)).toEqual(['csrf_failed', 'banned'])
  expect(codesOf('createCreation', 429)).toEqual(['rate_limited'])
  expect(codesOf('listReports', 401)).toEqual(['unauthenticated'])
  expect(codesOf('collectAnalytics', 403)).toBeUndefined()
})

test('describes files as forms, and names the Idempotency-Key where a call takes one', () => {
  const upload = operations.get('uploadFile')
  expect(Object.keys(upload?.requestBody?.content ?? {})).toEqual(['multipart/form-data'])
  const keyed = [...operations.values()].filter(({ parameters = [] }) =>
    parameters.some(({ name, in: place }) => place === 'header' && name === 'Idempotency-Key'),
  )
  expect(keyed.map(({ operationId }) => operationId).toSorted()).toEqual([
    'adjustBalance',
    'createCheckoutSession',
    'createCode',
    'createCreation',
    'createDraft',
    'createReport',
    'createWorkflow',
    'objectToHiding',
    'publishDraft',
    'publishVersionAgain',
    'refundSale',
    'sendCreatorLetter',
    'startBatch',
    'testDraft',
    'testWorkflow',
    'uploadFile',
    'uploadImage',
  ])
})

test('shows examples that are taken', async () => {
  const shown = Object.values<Route>(routes).filter(({ example }) => example !== undefined)
  for (const { name, body, example } of shown) {
    expect([name, body?.safeParse(example).error]).toEqual([name, undefined])
    const { requestBody } = operations.get(name)!
    expect(Object.values(requestBody?.content ?? {})).toMatchObject([{ example }])
  }
  const creator = new Browser(app.url)
  await signIn(creator, 'creator@example.com')
  const { body, status } = await creator.json('/workflows', {
    body: routes.createWorkflow.example,
  })
  expect([status, body]).toMatchObject([201, { name: routes.createWorkflow.example.name }])
})

test('says of each list how it goes on, or how long it is at most', () => {
  const schemaOf = (name: string) => {
    const { $ref } = operations.get(name)?.responses[200]?.content?.['application/json']
      ?.schema ?? { $ref: '' }
    return document.components.schemas[$ref?.split('/').at(-1) ?? ''] as {
      properties: Record<string, { type?: string; description?: string }>
    }
  }
  const unbounded = [...operations.keys()]
    .filter((name) => name.startsWith('list') || name === 'getCollection')
    .filter((name) => {
      const { next_cursor, ...fields } = schemaOf(name).properties
      const lists = Object.values(fields).filter(({ type }) => type === 'array')
      return (
        lists.length === 0 ||
        (!next_cursor &&
          !lists.every(({ description = '' }) => /\bat most\b|^All\b/i.test(description)))
      )
    })
  expect(unbounded).toEqual([])
})

test('is also a page to read and try, which names each call and its refusals without scripts', async () => {
  const answer = await fetch(`${app.url}${API_BASE}/docs`)
  expect(answer.headers.get('content-type')).toContain('text/html')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'self';")
  expect(policy).not.toMatch(/unsafe|https?:/)
  const page = await answer.text()
  for (const name of operations.keys()) expect(page).toContain(`<h3 id="${name}">`)
  expect(page).toContain('402 payment_required')
  const files = [...page.matchAll(/(?:src|href)="(\/api\/v1\/docs\/[^"]+)"/g)].map(
    ([, url]) => url!,
  )
  expect(files.map((url) => url.replace(/\?[\w]{16,}$/, ''))).toEqual(
    ['reader.css', 'reader.js', 'start.js'].map((name) => `${API_BASE}/docs/${name}`),
  )
  for (const url of files) {
    const file = await fetch(app.url + url)
    expect([url, file.status]).toEqual([url, 200])
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    if (!url.includes('start.js')) expect(file.headers.get('content-encoding')).toMatch(/br|gzip/)
    const known = { 'if-none-match': file.headers.get('etag') ?? '' }
    expect((await fetch(app.url + url, { headers: known })).status).toBe(304)
  }
  for (const name of ['package.json', 'swagger-ui.js', '..%2Fpackage.json', '__proto__']) {
    expect((await fetch(`${app.url}${API_BASE}/docs/${name}`)).status).toBe(404)
  }
})
