import { afterAll, beforeAll, expect, test } from 'vitest'
import { generationCommands } from '../../src/features/generation/cli.ts'
import { ended, publish, remix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { createGate } from '../support/create-gate.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const SECRET_WISH = 'a boat called Needle'

let app: TestApp
let visitor: Visitor
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

function run(name: string, ...args: string[]): Promise<string> {
  const command = generationCommands.find((one) => one.name === name)
  if (!command) throw new Error(`there is no command ${name}`)
  return command.run(app.ctx, args)
}

test('jobs list shows the newest jobs first, all or those of one status', async () => {
  const [, , first, second] = (await run('jobs list')).split('\n')
  expect(first).toMatch(new RegExp(`^${running} +RUNNING`))
  expect(second).toMatch(new RegExp(`^${done} +COMPLETED`))
  const completed = await run('jobs list', '--status', 'completed')
  expect(completed).toContain(done)
  expect(completed).not.toContain(running)
  await expect(run('jobs list', '--status', 'stuck')).rejects.toThrow(/^--status is one of QUEUED,/)
})

test("jobs show prints steps and attempts, and not the visitor's inputs", async () => {
  const text = await run('jobs show', done)
  expect(JSON.parse(text)).toMatchObject({
    id: done,
    status: 'COMPLETED',
    steps: [{ stepId: 'draw', state: 'done' }],
    attempts: [{ attempt: 1 }],
  })
  expect(text).not.toContain(SECRET_WISH)
})

test('jobs cancel and retry act on unfinished jobs only', async () => {
  expect(await run('jobs retry', running)).toBe(`Job ${running} was woken.`)
  expect(await run('jobs cancel', running)).toBe(`Job ${running} is cancelled.`)
  expect((await visitor.call('GET', `/jobs/${running}`)).body['status']).toBe('CANCELLED')
  for (const name of ['jobs cancel', 'jobs retry']) {
    await expect(run(name, done)).rejects.toThrow(/has ended/)
    await expect(run(name, '-'.repeat(36))).rejects.toThrow('Give the id of a job.')
    await expect(run(name)).rejects.toThrow('Give the id of a job.')
    await expect(run(name, '00000000-0000-7000-8000-000000000000')).rejects.toThrow(
      /There is no job/,
    )
  }
})
