import { buildWeb } from './build.mjs'
import { giveUp } from './project.mjs'
import { runAttached } from './run-command.mjs'
import { setUp } from './setup.mjs'

await setUp()
await buildWeb().catch((error) => giveUp(error.message))
process.exitCode = await runAttached(['bench/run.ts', ...process.argv.slice(2)])
process.exit()
