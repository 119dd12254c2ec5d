import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../support/access/world.ts'
import { Browser } from '../support/browser.ts'
import {
  arbitraryCall,
  type Call,
  collectExamples,
  exampleCalls,
  type Operation,
  readOperations,
} from '../support/fuzz/arbitrary-call.ts'

/** Besides the valid calls; `FUZZ=10000` is the long run. */
const REQUESTS = Number(process.env['FUZZ'] ?? 300)
const SEED = 20_261_121
const AT_ONCE = 12
/** A longer request counts as hanging: no call here waits for work. */
const PATIENCE_MS = 20_000
/**
 * These calls end the accounts that the other calls need, or what they may do, or are for a server that
 * nobody owns or that has its database in its own folder; other tests cover them.
 */
const APART = new Set([
  'deleteAccount',
  'logout',
  'logoutEverywhere',
  'revokeSession',
  'banPerson',
  'deletePerson',
  'endSessions',
  'setRoles',
  'updateSettings',
  'readSetUp',
  'testSetUp',
  'finishSetUp',
  'downloadBackup',
])

let world: World
let browsers: Browser[]
let operations: Operation[]
beforeAll(async () => {
  world = await createWorld()
  const { body } = await new Browser(world.app.url).json('/openapi.json')
  operations = readOperations(body as unknown as Parameters<typeof readOperations>[0]).filter(
    ({ operationId }) => !APART.has(operationId),
  )
  const { owner, admin, visitor } = world.cast.browsers
  // The valid calls name the owner by this username.
  await owner.json('/users', { method: 'PUT', body: { username: 'i.own' } })
  browsers = [owner, admin, visitor, new Browser(world.app.url)]
})
afterAll(() => world.close())

async function send(call: Call): Promise<{ status: number; text: string }> {
  const browser = browsers[call.who]
  const cookies = [...(browser?.cookies ?? [])].map(([name, value]) => `${name}=${value}`)
  const answer = await fetch(`${world.app.url}${call.address}`, {
    method: call.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: {
      ...call.headers,
      ...(cookies.length ? { cookie: cookies.join('; ') } : {}),
      'x-csrf-token': browser?.cookies.get('csrf_token') ?? '',
      ...(call.body === undefined ? {} : { 'content-type': call.type }),
    },
    ...(call.body === undefined ? {} : { body: call.body }),
  })
  const stream = /event-stream/.test(answer.headers.get('content-type') ?? '')
  if (stream) await answer.body?.cancel()
  return { status: answer.status, text: stream ? '' : await answer.text() }
}

function isSound(status: number, text: string): boolean {
  if (status < 400) return true
  if (status >= 500 || !text.startsWith('{')) return false
  const body = JSON.parse(text) as Record<string, unknown>
  return (
    typeof body['error'] === 'string' &&
    typeof body['code'] === 'string' &&
    typeof body['request_id'] === 'string' &&
    // The answer shows neither a stack nor SQL.
    !/\bat .+:\d+:\d+|\bselect .+ from |insert into|node_modules/i.test(text)
  )
}

test('generated requests meet no 5xx and no hang, and every refusal has the error shape', {
  timeout: 1_200_000,
}, async () => {
  const examples = await collectExamples(world, operations)
  const generated = arbitraryCall(world, operations, examples)
  const calls = fc.sample(generated, { numRuns: REQUESTS, seed: SEED })
  const unsound: unknown[] = []
  const taken = new Set<string>()
  // Taken from the end: the valid calls come first.
  const waiting = [...calls, ...exampleCalls(operations, examples, browsers.length)]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let call = waiting.pop(); call; call = waiting.pop()) {
        const { status, text } = await send(call)
        if (status < 400) taken.add(call.name)
        if (!isSound(status, text)) unsound.push({ ...call, status, text: text.slice(0, 300) })
      }
    }),
  )
  expect(unsound).toEqual([])
  // Nine operations in ten must accept a request, or the fuzz tests refusals only; it sends no files.
  const acceptable = operations.filter(({ takesFile }) => !takesFile)
  const never = acceptable.map(({ operationId }) => operationId).filter((id) => !taken.has(id))
  expect(never.length, never.join(', ')).toBeLessThan(acceptable.length / 10)
})
