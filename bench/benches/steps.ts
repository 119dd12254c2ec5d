import type { Bench } from '../support/bench.ts'
import { startN8n } from '../support/peer-n8n.ts'
import { startServer } from '../support/processes.ts'
import { takeRounds } from '../support/rounds.ts'
import { Visitor } from '../support/visitor.ts'

const PROGRAM = 'bench/support/engine-process.ts'
const STEPS = 3
const RUNS = 200
const CLIENTS = 8
const ROUNDS = 5

/**
 * A recipe of empty steps compared with the same workflow in n8n, each over HTTP with a waiting
 * caller.
 */
export const steps: Bench = async ({ databases }) => {
  // n8n migrates its own database.
  const n8n = await startN8n(await databases.createBare('peer'), STEPS)
  const server = await startServer({
    databaseUrl: await databases.createEmpty('steps'),
    program: PROGRAM,
  })
  try {
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        const visitor = new Visitor(server.address)
        const recipe = await visitor.publish(STEPS)
        return () => visitor.remix(recipe, true)
      }),
    )
    const call = async () => {
      const answer = await fetch(n8n.address, { method: 'POST' })
      if (!answer.ok) throw new Error(`n8n answered ${answer.status}: ${await answer.text()}`)
      await answer.text()
    }
    const ours = () => rateOf(clients)
    const theirs = () => rateOf(clients.map(() => call))
    await ours()
    await theirs()
    const { subject = [], limit = [] } = await takeRounds(ROUNDS, { subject: ours, limit: theirs })
    return [
      {
        what: `a recipe of ${STEPS} steps of nothing`,
        unit: 'runs/s',
        subject,
        limit,
        limitName: 'n8n',
        compares: 'ratio',
      },
    ]
  } finally {
    await Promise.all([server.stop(), n8n.stop()])
  }
}

/** Runs a second; each client starts the next run after the answer to the previous run. */
async function rateOf(clients: readonly (() => Promise<void>)[]): Promise<number> {
  const began = performance.now()
  let left = RUNS
  const work = async (run: () => Promise<void>) => {
    while (left-- > 0) await run()
  }
  await Promise.all(clients.map(work))
  return RUNS / ((performance.now() - began) / 1000)
}
