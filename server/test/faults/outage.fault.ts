import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Visitor } from '../support/browser.ts'
import { expectEverythingEnds, expectWholeWorld } from './support/expect-whole-world.ts'
import { publishSketch } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

const OUTAGE_MS = 20_000
const VISITORS = 4

test('remixes under load recover after the database was away for twenty seconds', (context) =>
  withWorld({ ownServer: true }, async (world) => {
    const [web] = await Promise.all([world.start('web'), world.start('worker')])
    const id = await publishSketch(new Visitor(web.url))
    const load = Array.from({ length: VISITORS }, () => insist(new Visitor(web.url), id))
    await Promise.all(load.map((one) => one.once()))
    await world.server?.stop()
    await pause(OUTAGE_MS)
    const watch = startWatch()
    await world.server?.start()
    await Promise.all(load.map((one) => one.once()))
    const recoveryMs = watch()
    const told = await Promise.all(load.map((one) => one.end()))
    await expectEverythingEnds(world)
    const asked = told.reduce((sum, one) => sum + one.answered, 0)
    const refused = new Set(told.flatMap((one) => [...one.refusals]))
    // Every refusal is a sentence: no request hangs and no answer shows a stack.
    for (const answer of refused) expect(answer).toBe('503 unavailable')
    expect(refused.size).toBeGreaterThan(0)
    await expectWholeWorld(world, { jobs: asked })
    reportFault(context, {
      fault: 'the database is gone for 20 s',
      done: `stopped and started under ${VISITORS} visitors who repeat what was refused`,
      found: `no process fell, each of ${asked} remixes ran once`,
      recoveryMs,
    })
  }))

interface Insisting {
  /** Resolves with the next remix that succeeds. */
  once(): Promise<void>
  end(): Promise<{ answered: number; refusals: Set<string> }>
}

/** A visitor who retries each remix under one Idempotency-Key until the remix succeeds. */
function insist(fan: Visitor, workflowId: string): Insisting {
  const refusals = new Set<string>()
  let answered = 0
  let ending = false
  let told: (() => void)[] = []

  async function send(key: string): Promise<void> {
    for (;;) {
      const answer = await fan.call<{ code?: string }>(
        'POST',
        `/workflows/${workflowId}/creations`,
        { user_id: fan.anonymousId, user_inputs: { wish: 'boat' } },
        { 'idempotency-key': key },
      )
      if (answer.status === 200) return
      refusals.add(`${answer.status} ${answer.body.code}`)
      await pause(250)
    }
  }

  async function run(): Promise<void> {
    while (!ending) {
      await send(`remix-${answered}`)
      answered += 1
      for (const tell of told.splice(0)) tell()
      await pause(500)
    }
  }

  const running = run()
  return {
    once: () => new Promise((resolve) => told.push(resolve)),
    async end() {
      ending = true
      await running
      told = []
      return { answered, refusals }
    },
  }
}
