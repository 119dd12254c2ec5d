import path from 'node:path'
import { NODE, ROOT } from './project.mjs'
import { runCommand } from './run-command.mjs'
import { setUp } from './setup.mjs'

// Asks for what is forbidden at every provider's stand-in, and writes a dated report to the path given.

const file = path.resolve(process.argv[2] ?? path.join(ROOT, '.cache/reports/safeguards.md'))
await setUp()
process.exit(
  await runCommand(
    [
      NODE,
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'server/vitest.safeguards.config.ts',
    ],
    { env: { SAFEGUARDS_REPORT: file } },
  ),
)
