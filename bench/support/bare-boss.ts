import { setTimeout as wait } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { query } from './database.ts'

const QUEUE = 'nothing'

/**
 * Completed jobs a second of plain pg-boss: empty jobs, queued before, fetched and completed
 * durably by one warm process with the engine's number of slots.
 */
export async function fromPg(
  connectionString: string,
  want: { jobs: number; warm: number; slots: number },
): Promise<number> {
  const boss = new PgBoss({ connectionString, max: 6, useListenNotify: true })
  boss.on('error', (error) => console.error(error))
  await boss.start()
  try {
    await boss.createQueue(QUEUE, { notify: true })
    const data = Array.from({ length: want.jobs }, (_, at) => ({ data: { at } }))
    await boss.insert(QUEUE, data)
    for (let slot = 0; slot < want.slots; slot++) {
      const worker: string = await boss.work(
        QUEUE,
        { batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 },
        // The product does the same: otherwise a worker waits for its poll interval despite a
        // backlog.
        async () => boss.notifyWorker(worker),
      )
    }
    for (;;) {
      const { rows } = await query(
        connectionString,
        `select count(*)::int as ended, extract(epoch from max(completed_on) - (
           select completed_on from pgboss.job where name = '${QUEUE}' and state = 'completed'
           order by completed_on offset ${want.warm - 1} limit 1))::float8 as seconds
         from pgboss.job where name = '${QUEUE}' and state = 'completed'`,
      )
      if (rows[0].ended === want.jobs) return (want.jobs - want.warm) / rows[0].seconds
      await wait(100)
    }
  } finally {
    await boss.stop({ graceful: false, close: true })
  }
}
