import type { CodeView } from '@vignette/contract/codes.ts'
import { expect, test } from 'vitest'
import { idOf, publish, remix } from '../support/acts.ts'
import { Browser, signIn, Visitor } from '../support/browser.ts'
import type { FalStandIn } from '../support/stand-ins/fal-stand-in.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { falEnv, startFal } from './support/fal-world.ts'
import { holderOf, untilCompleted, untilTakenAgain } from './support/follow-job.ts'
import { ask } from './support/installation.ts'
import { lockTable } from './support/lock-table.ts'
import type { World } from './support/open-world.ts'
import { reportFault } from './support/report-fault.ts'
import { startOperator } from './support/start-operator.ts'
import { withWorld } from './support/with-world.ts'

/** The most that one run may cost. */
const COST = 500

const STEP = { provider: 'fal', prompt: 'A {{wish}}' }
const FILM = { ...STEP, id: 'make', function_type: 'text_to_video', params: { duration: 5 } }

test('a free run by a code, whose workers are killed twice, is asked for and taken from its creator once', async (context) => {
  const fal = await startFal()
  try {
    await withWorld({ env: falEnv(fal) }, async (world) => {
      const web = await world.start('web')
      const creator = new Browser(web.url)
      const { workflowId, code } = await offerFreeRuns(world, creator)
      const workers = [await world.start('worker'), await world.start('worker')]
      const fan = new Visitor(web.url)
      const { job_id } = (await remix(fan, workflowId, { code: code.code })).body

      await untilAskedFor(world, job_id)
      await (await holderOf(world, job_id, workers)).kill()
      const recoveryMs = await untilTakenAgain(world, job_id)
      const held = await lockTable(world, 'ledger_entries')
      fal.finish()
      await held.untilMet()
      await (await holderOf(world, job_id, workers)).kill()
      await held.release()
      await world.start('worker')
      await untilCompleted(world, job_id)

      expect(startsOf(fal)).toHaveLength(1)
      const given = await ask(
        world,
        `select cost.amount::int as cost, given.amount::int as given from ledger_entries cost
            left join ledger_entries given on given.kind = 'free_run'
            where cost.kind = 'provider_cost'`,
      )
      expect(given).toHaveLength(1)
      expect(given[0]?.['given']).toBe(given[0]?.['cost'])
      const { body } = await creator.json<{ codes: CodeView[] }>('/codes?limit=48')
      expect(body.codes).toMatchObject([{ uses: 1, state: 'used_up', taken: given[0]?.['cost'] }])
      await expectWholeWorld(world, { jobs: 1 })
      reportFault(context, {
        fault: 'the workers of a free run by a code die',
        done: 'kill -9 while the vendor works, and again while the run is booked',
        found: 'the vendor asked once, the code used once, the creator pays once',
        recoveryMs,
      })
    })
  } finally {
    await fal.close()
  }
}, 240_000)

/** Publishes a film of an approved creator, whose balance pays for one free run by a code. */
async function offerFreeRuns(world: World, creator: Browser) {
  await signIn(creator, 'creator@example.com')
  const id = await idOf(creator)
  await world.database.pool.query(
    `update principals set approved_creator_at = now(), created_at = now() - interval '30 days'`,
  )
  const given = ['call', 'adjustBalance', `id=${id}`, 'amount=5000', 'reason=for a test']
  expect(await startOperator(world, given).said).not.toBe('')
  const offer = { price: 2_000, cost: COST, output_type: 'video', output: 'make', steps: [FILM] }
  const { id: workflowId } = await publish(creator, offer)
  const { status, body: code } = await creator.json<CodeView>('/codes', {
    body: { code: 'FREEFILM', kind: 'free', total: 1, workflow_ids: [workflowId], run_cost: COST },
  })
  expect(status).toBe(201)
  return { workflowId, code }
}

/** Resolves once the vendor's request is kept, so that the next worker goes on with it. */
async function untilAskedFor(world: World, jobId: string): Promise<void> {
  const kept = `select operation from job_steps where job_id = '${jobId}'`
  await expect
    .poll(async () => (await ask(world, kept))[0]?.['operation'], { timeout: 30_000, interval: 20 })
    .toBeTruthy()
}

const startsOf = (fal: FalStandIn) => fal.starts().filter(({ path }) => /video|luma/.test(path))
