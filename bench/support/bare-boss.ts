import { PgBoss } from 'pg-boss'

const QUEUE = 'nothing'

/** Jobs a second of pg-boss alone that do nothing, with as many places as the engine is given. */
export async function fromPg(
  connectionString: string,
  want: { jobs: number; slots: number },
): Promise<number> {
  const boss = new PgBoss({ connectionString, max: 6, useListenNotify: true })
  boss.on('error', (error) => console.error(error))
  await boss.start()
  try {
    await boss.createQueue(QUEUE, { notify: true })
    for (let at = 0; at < want.jobs; at++) await boss.send(QUEUE, { at })
    const ended = Promise.withResolvers<void>()
    let left = want.jobs
    const began = performance.now()
    for (let slot = 0; slot < want.slots; slot++) {
      const worker: string = await boss.work(
        QUEUE,
        { batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 },
        async () => {
          if (--left === 0) ended.resolve()
          // As the product does: otherwise a worker waits out its interval behind a backlog.
          boss.notifyWorker(worker)
        },
      )
    }
    await ended.promise
    return want.jobs / ((performance.now() - began) / 1000)
  } finally {
    await boss.stop({ graceful: false, close: true })
  }
}
