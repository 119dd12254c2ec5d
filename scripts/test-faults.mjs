import path from 'node:path'
import { buildWeb } from './build.mjs'
import { giveUp, NODE, ROOT } from './project.mjs'
import { runCommand } from './run-command.mjs'
import { setUp } from './setup.mjs'

// Injects every fault into real processes and prints a table of the results. Arguments filter the
// tests by path.

await setUp()
// The tests also ask for pages while processes come and go.
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
