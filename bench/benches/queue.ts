import type { Bench } from '../support/bench.ts'
import { startServer } from '../support/processes.ts'
import { quantile } from '../support/rounds.ts'
import { Visitor } from '../support/visitor.ts'

const ROUNDS = 5
const REMIXES = 100
const PROGRAM = 'bench/support/engine-process.ts'

/**
 * From sending a remix to receiving the creation; the caller waits on the request, so no polling
 * adds time.
 */
export const queue: Bench = async ({ databases }) => {
  const server = await startServer({
    databaseUrl: await databases.createEmpty('queue'),
    program: PROGRAM,
  })
  try {
    const visitor = new Visitor(server.address)
    const recipe = await visitor.publish()
    const measure = async () => {
      const took: number[] = []
      for (let at = 0; at < REMIXES; at++) {
        const began = performance.now()
        await visitor.remix(recipe, true)
        took.push(performance.now() - began)
      }
      return took
    }
    await measure()
    const rounds: number[][] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure())
    const row = (part: number, name: string, most: number) => ({
      what: `remix to COMPLETED, ${name}`,
      unit: 'ms',
      subject: rounds.map((took) => quantile(took, part)),
      compares: 'value' as const,
      goal: { atMost: most },
    })
    return [row(0.5, 'p50', 25), row(0.99, 'p99', 100)]
  } finally {
    await server.stop()
  }
}
