import type { BatchView } from '@vignette/contract/batches.ts'
import { expect, test } from 'vitest'
import { Browser, signIn, Visitor } from '../support/browser.ts'
import { CARD } from './support/buy.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { ask } from './support/installation.ts'
import type { World } from './support/open-world.ts'
import { publishSketch } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { startOperator } from './support/start-operator.ts'
import { withWorld } from './support/with-world.ts'

const ROWS = 50

test(
  'a priced batch of fifty rows, whose worker is killed twice in the middle, makes and charges each row once',
  (context) =>
    withWorld({}, async (world) => {
      const web = await world.start('web')
      const id = await publishSketch(new Visitor(web.url), 300)
      const buyer = new Browser(web.url)
      await signIn(buyer, 'buyer@example.com')
      const start = () =>
        buyer.json<{ id: string; checkout_url: string }>(`/workflows/${id}/batches`, {
          body: { rows: Array.from({ length: ROWS }, (_, at) => ({ wish: `boat ${at + 1}` })) },
          headers: { 'idempotency-key': 'fifty' },
        })
      const { checkout_url: page } = (await start()).body
      await buyer.fetch(new URL(page).pathname, { body: CARD })
      const begun = await start()
      expect(begun.status).toBe(202)

      let worker = await world.start('worker')
      let recoveryMs = 0
      for (const delivered of [10, 25]) {
        await untilDelivered(world, delivered)
        await worker.kill()
        const watch = startWatch()
        worker = await world.start('worker')
        await untilDelivered(world, delivered + 5)
        recoveryMs = Math.max(recoveryMs, watch())
      }
      const read = () => buyer.json<BatchView>(`/batches/${begun.body.id}`)
      await expect
        .poll(async () => (await read()).body.finished_at, { timeout: 120_000 })
        .not.toBeNull()
      const { body } = await read()
      expect(body).toMatchObject({ delivered: ROWS, ended_without: 0 })
      expect(new Set(body.rows.map((row) => row.creation_id)).size).toBe(ROWS)
      const paid = `select state, captured from payments`
      await expect
        .poll(() => ask(world, paid), { timeout: 60_000 })
        .toEqual([{ state: 'captured', captured: ROWS * 300 }])
      const posted = `select kind, amount::int from ledger_entries where kind = 'capture'`
      expect(await ask(world, posted)).toEqual([{ kind: 'capture', amount: ROWS * 300 }])
      expect(await startOperator(world, ['reconcile']).said).toContain('no difference')
      await expectWholeWorld(world, { jobs: ROWS })
      reportFault(context, {
        fault: 'the worker of a priced batch dies, twice',
        done: 'kill -9 after 10 and after 25 of 50 rows',
        found: 'each row made once, one capture of all fifty',
        recoveryMs,
      })
    }),
  300_000,
)

async function untilDelivered(world: World, rows: number): Promise<void> {
  const done = `select count(*)::int as rows from jobs where status = 'COMPLETED'`
  await expect
    .poll(async () => Number((await ask(world, done))[0]?.['rows']), {
      timeout: 120_000,
      interval: 20,
    })
    .toBeGreaterThanOrEqual(rows)
}
