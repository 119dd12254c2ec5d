import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '../../src/schema/moderation.ts'
import { ended, publish, remix } from '../support/acts.ts'
import { Browser, signIn, Visitor } from '../support/browser.ts'
import { createGate } from '../support/create-gate.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const SECRET_WISH = 'a boat called Needle'

let app: TestApp
let visitor: Visitor
let admin: Browser
let done: string
let running: string
const end = createGate(1)
beforeAll(async () => {
  const begun = createGate(1)
  app = await startTestApp({
    providers: [
      createScriptedProvider({
        start: async (_call, io, turn) => {
          if (turn === 1) return picture()
          await begun.arrive()
          await Promise.race([
            end.opened,
            new Promise((resolve) => io.signal.addEventListener('abort', resolve)),
          ])
          return picture()
        },
      }),
    ],
  })
  visitor = new Visitor(app.url)
  admin = new Browser(app.url)
  await signIn(admin, 'boss@example.com', { admin: true })
  const { id: recipe } = await publish(visitor)
  done = (await remix(visitor, recipe, { user_inputs: { wish: SECRET_WISH } })).body.job_id
  await ended(visitor, done)
  running = (await remix(visitor, recipe, { user_inputs: { wish: SECRET_WISH } })).body.job_id
  await begun.opened
})
afterAll(async () => {
  await end.arrive()
  await app.close()
})

async function act(what: string, id: string) {
  const { status, body } = await admin.call<{ error?: string }>('POST', `/admin/runs/${id}/${what}`)
  return [status, body.error]
}

const list = async (query = '') =>
  (await admin.json<{ runs: { id: string }[] }>(`/admin/runs${query}`)).body.runs.map(
    ({ id }) => id,
  )

test('the newest runs come first, all or those of one state, and of one person', async () => {
  expect((await list()).slice(0, 2)).toEqual([running, done])
  expect(await list('?status=COMPLETED')).toEqual([done])
  const { body } = await admin.json<{ owner_id: string }>(`/admin/runs/${done}`)
  expect(await list(`?q=${body.owner_id}`)).toEqual([running, done])
  expect(await list(`?q=${done}`)).toEqual([done])
  expect((await admin.json('/admin/runs?status=stuck')).status).toBe(400)
})

test('a run shows steps and attempts, and not what its visitor typed', async () => {
  const { body } = await admin.json(`/admin/runs/${done}`)
  expect(body).toMatchObject({
    id: done,
    status: 'COMPLETED',
    owner_has_account: false,
    steps: [{ step: 'draw', state: 'done' }],
    attempts: [{ attempt: 1 }],
  })
  expect(JSON.stringify(body)).not.toContain('Needle')
})

test('an unfinished run is woken and cancelled, an ended one neither', async () => {
  expect((await act('retry', running))[0]).toBe(200)
  expect((await act('cancel', running))[0]).toBe(200)
  expect((await visitor.call('GET', `/jobs/${running}`)).body['status']).toBe('CANCELLED')
  for (const what of ['retry', 'cancel']) {
    expect(await act(what, done)).toEqual([409, 'This run has ended: COMPLETED.'])
    expect(await act(what, '00000000-0000-7000-8000-000000000000')).toEqual([
      404,
      'There is no such run.',
    ])
  }
  const rows = await app.ctx.db.select().from(auditLog).where(eq(auditLog.subjectType, 'run'))
  expect(rows.map(({ action, subjectId }) => [action, subjectId])).toEqual([
    ['retry', running],
    ['cancel', running],
  ])
})
