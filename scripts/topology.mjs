import { buildWeb } from './build.mjs'
import { giveUp } from './project.mjs'
import { runAttached } from './run-command.mjs'
import { setUp } from './setup.mjs'

// Starts two web processes, two workers, one database, one object store and a balancer on PORT.

await setUp()
await buildWeb().catch((error) => giveUp(error.message))
process.exit(await runAttached(['scripts/topology/main.ts'], { env: { NODE_ENV: 'production' } }))
