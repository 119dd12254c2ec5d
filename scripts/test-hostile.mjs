import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { buildWeb } from './build.mjs'
import { countVitest } from './count-tests.mjs'
import { giveUp, NODE, ROOT } from './project.mjs'
import { runCommand } from './run-command.mjs'
import { setUp } from './setup.mjs'

// Sends every flood from one client IP to a server as "npm start" runs it, and reports the effect
// on another client. Arguments filter the floods by path.

const REPORT = path.join(ROOT, '.cache/reports/hostile.json')

await setUp()
// Some floods ask for pages.
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
