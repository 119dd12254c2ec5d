import { NODE } from './project.mjs'
import { runCommand } from './run-command.mjs'
import { setUp } from './setup.mjs'

// Every fault on real processes, and a table of what came of each. Words narrow it down by path.

await setUp()
process.exit(
  await runCommand([
    NODE,
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'server/vitest.faults.config.ts',
    ...process.argv.slice(2),
  ]),
)
