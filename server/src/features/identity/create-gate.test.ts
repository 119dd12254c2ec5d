import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAs, createTestCtx } from '../../../test/support/create-test-ctx.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { checkUserId } from './check-user-id.ts'
import { createGate } from './create-gate.ts'
import { newAnonymousId } from './visitor.ts'

let database: TestDatabase
let ctx: Ctx
let server: FastifyInstance
beforeAll(async () => {
  database = await createTestDatabase()
  ctx = createTestCtx(database)
  const gate = createGate(ctx)
  server = fastify()
  server.setErrorHandler((error, _, reply) => {
    const status = error instanceof AppError ? error.status : 500
    if (status === 500) throw error
    return reply.status(status).send({ error: (error as Error).message })
  })
  server.post<{ Body: { user_id?: string } | null }>('/', async (request, reply) => {
    const caller = await gate.identify(request)
    gate.checkWrite(request, reply, caller, 'http://localhost')
    const admitted = await gate.admit(request, reply, caller, request.body?.user_id)
    await checkUserId(actAs(ctx, admitted.principal), request.body?.user_id)
    return { id: admitted.principal?.id }
  })
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

interface Jar {
  cookies: Record<string, string>
  headers: Record<string, string>
}

async function post(
  body: object,
  jar: Jar = { cookies: {}, headers: {} },
): Promise<{ status: number; id: string; jar: Jar; raw: string[] }> {
  const answer = await server.inject({
    method: 'POST',
    url: '/',
    payload: body,
    cookies: jar.cookies,
    headers: jar.headers,
  })
  const cookies = { ...jar.cookies }
  for (const { name, value } of answer.cookies) cookies[name] = value
  const csrf = cookies['csrf_token']
  return {
    status: answer.statusCode,
    id: answer.json<{ id: string }>().id,
    jar: { cookies, headers: csrf ? { 'x-csrf-token': csrf } : {} },
    raw: [answer.headers['set-cookie'] ?? []].flat(),
  }
}

test('the gate ties a first caller to its browser by a signed httpOnly cookie of 400 days', async () => {
  const first = await post({})
  const visitor = first.raw.find((line) => line.startsWith('vignette_visitor='))
  expect(visitor).toMatch(/Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax/)
  expect(first.raw.find((line) => line.startsWith('csrf_token='))).not.toMatch(/HttpOnly/)
  const second = await post({}, first.jar)
  expect(second).toMatchObject({ status: 200, id: first.id })
})

test('the gate makes a caller without a cookie the visitor of the id in the call', async () => {
  const user_id = newAnonymousId()
  const ids = await Promise.all(Array.from({ length: 10 }, () => post({ user_id })))
  expect(new Set(ids.map((answer) => answer.id)).size).toBe(1)
})

test('a browser without its stored id finds the id in the token that scripts read', async () => {
  const user_id = newAnonymousId()
  const { id, jar } = await post({ user_id })
  expect((await post({ user_id: newAnonymousId() }, jar)).status).toBe(403)
  const told = jar.cookies['csrf_token']?.split('.')[1]
  expect(told).toBe(id)
  expect(await post({ user_id: told }, jar)).toMatchObject({ status: 200, id })
})

test('a forged visitor cookie is refused, and a new visitor is made', async () => {
  const first = await post({})
  const cookie = first.jar.cookies['vignette_visitor'] ?? ''
  const forged = { ...first.jar, cookies: { vignette_visitor: `${cookie.slice(0, -3)}abc` } }
  expect((await post({}, forged)).id).not.toBe(first.id)
})

test('a write by cookie is refused without the CSRF token, with another’s, or from another site', async () => {
  const { jar } = await post({})
  const other = await post({})
  const token = jar.headers['x-csrf-token'] ?? ''
  const foreign = other.jar.headers['x-csrf-token'] ?? ''
  expect((await post({}, { ...jar, headers: {} })).status).toBe(403)
  expect((await post({}, { ...jar, headers: { 'x-csrf-token': foreign } })).status).toBe(403)
  const swapped = { ...jar.cookies, csrf_token: foreign }
  expect((await post({}, { cookies: swapped, headers: { 'x-csrf-token': foreign } })).status).toBe(
    403,
  )
  const evil = { 'x-csrf-token': token, origin: 'http://evil.example' }
  expect((await post({}, { ...jar, headers: evil })).status).toBe(403)
  expect((await post({}, { cookies: {}, headers: { origin: 'null' } })).status).toBe(403)
  const own = { 'x-csrf-token': token, origin: 'http://localhost' }
  expect((await post({}, { ...jar, headers: own })).status).toBe(200)
})

test('a user_id that is not the caller’s own is refused', async () => {
  const stranger = newAnonymousId()
  const other = await post({ user_id: stranger })
  const mine = newAnonymousId()
  const { jar } = await post({ user_id: mine })
  expect((await post({ user_id: mine }, jar)).status).toBe(200)
  expect((await post({ user_id: stranger }, jar)).status).toBe(403)
  expect((await post({ user_id: other.id }, jar)).status).toBe(403)
  expect((await post({ user_id: newAnonymousId() }, jar)).status).toBe(403)
})

test('a browser that could not name its id at first may do so once, also in ten simultaneous calls', async () => {
  const { jar, id } = await post({})
  const user_id = newAnonymousId()
  const answers = await Promise.all(Array.from({ length: 10 }, () => post({ user_id }, jar)))
  expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200))
  expect((await post({ user_id: newAnonymousId() }, jar)).status).toBe(403)
  expect((await post({ user_id })).id).toBe(id)
})
