import { compareWithBare } from '../support/against-bare.ts'
import type { Bench } from '../support/bench.ts'
import { startServer } from '../support/processes.ts'

/** The call of every visit to Discover: twelve cards from PostgreSQL. */
export const catalogueApi: Bench = async ({ databases }) => {
  const server = await startServer({ databaseUrl: await databases.openCatalogue('small') })
  try {
    const path = '/api/v1/workflows?page=1&per_page=12&sort_by=created_at&sort_order=DESC'
    const { workflows } = (await (await fetch(server.address + path)).json()) as {
      workflows: unknown[]
    }
    if (workflows.length !== 12) throw new Error(`the catalogue shows ${workflows.length} recipes`)
    return [
      await compareWithBare({
        what: 'catalogue API, 12 recipes',
        server,
        path,
        goal: { atLeast: 0.8 },
      }),
    ]
  } finally {
    await server.stop()
  }
}
