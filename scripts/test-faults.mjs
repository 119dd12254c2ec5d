import path from 'node:path'
import { buildWeb } from './build.mjs'
import { giveUp, NODE, ROOT } from './project.mjs'
import { runCommand } from './run-command.mjs'
import { setUp } from './setup.mjs'

// Every fault on real processes, and a table of what came of each. Words narrow it down by path.

await setUp()
// Its pages are part of what must be answered while processes come and go.
await buildWeb().catch((error) => giveUp(error.message))
process.exit(
  await runCommand([
    NODE,
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'server/vitest.faults.config.ts',
    `--outputFile.json=${path.join(ROOT, '.cache/reports/faults.json')}`,
    ...process.argv.slice(2),
  ]),
)
