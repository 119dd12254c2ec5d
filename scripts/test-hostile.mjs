import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { buildWeb } from './build.mjs'
import { countVitest } from './count-tests.mjs'
import { giveUp, NODE, ROOT } from './project.mjs'
import { runCommand } from './run-command.mjs'
import { setUp } from './setup.mjs'

// Every flood from one client IP against a server as "npm start" runs it, and what another client
// notices of them. Words narrow it down by path.

const REPORT = path.join(ROOT, '.cache/reports/hostile.json')

await setUp()
// Addresses of pages are among the floods.
await buildWeb().catch((error) => giveUp(error.message))
mkdirSync(path.dirname(REPORT), { recursive: true })
rmSync(REPORT, { force: true })
const code = await runCommand([
  NODE,
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'server/vitest.hostile.config.ts',
  `--outputFile.json=${REPORT}`,
  ...process.argv.slice(2),
])
const { passed = 0, failed } = countVitest(REPORT, code)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
