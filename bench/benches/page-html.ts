import { compareWithBare } from '../support/against-bare.ts'
import type { Bench } from '../support/bench.ts'
import { startServer } from '../support/processes.ts'

/** Discover's whole page, made once and sent again. */
export const pageHtml: Bench = async ({ databases }) => {
  const server = await startServer({ databaseUrl: await databases.openCatalogue('small') })
  try {
    const shared = { server, path: '/workflows', goal: { atLeast: 0.8 } }
    return [await compareWithBare({ ...shared, what: 'page HTML of /workflows' })]
  } finally {
    await server.stop()
  }
}
