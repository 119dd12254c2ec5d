import { ERROR_STATUS } from '@vignette/contract/errors.ts'
import { API_BASE } from '@vignette/contract/paths.ts'
import { routes } from '@vignette/contract/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

interface Operation {
  operationId: string
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: { properties?: object } }> }
  responses: Record<
    string,
    { content?: Record<string, { schema: { properties?: { code?: { enum: string[] } } } }> }
  >
}

let app: TestApp
let operations: Map<string, Operation & { method: string; path: string }>
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  const answer = await fetch(`${app.url}${API_BASE}/openapi.json`)
  const document = (await answer.json()) as {
    openapi: string
    paths: Record<string, Record<string, Operation>>
  }
  expect(document.openapi).toBe('3.1.0')
  operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { ...operation, method: method.toUpperCase(), path },
      ]),
    ),
  )
})
afterAll(() => app.close())

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
      const refusal = operations.get(name)?.responses[ERROR_STATUS[code]]
      const schema = Object.values(refusal?.content ?? {})[0]?.schema
      expect([name, schema?.properties?.code?.enum]).toEqual([name, expect.arrayContaining([code])])
    }
  }
})

test('lists the refusals of the checks before a verb', () => {
  const codesOf = (name: string, status: number) =>
    Object.values(operations.get(name)?.responses[status]?.content ?? {})[0]?.schema.properties
      ?.code?.enum
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
    'testDraft',
    'testWorkflow',
    'uploadFile',
    'uploadImage',
  ])
})

test('is also a page with each call, its answer and its refusals', async () => {
  const answer = await fetch(`${app.url}${API_BASE}/docs`)
  expect(answer.headers.get('content-type')).toContain('text/html')
  const page = await answer.text()
  for (const name of operations.keys()) expect(page).toContain(`<h2 id="${name}">`)
  expect(page).toContain('402 payment_required')
  expect(page).not.toContain('<script')
})
