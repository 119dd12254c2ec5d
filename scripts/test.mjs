import { mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { buildWeb } from './build.mjs'
import { countPlaywright, countVitest } from './count-tests.mjs'
import { findBrowser } from './find-browser.mjs'
import { NODE, ROOT, say } from './project.mjs'
import { runCommand } from './run-command.mjs'
import { setUp } from './setup.mjs'

const REPORTS = path.join(ROOT, '.cache/reports')
const VITEST = [NODE, 'node_modules/vitest/vitest.mjs', 'run']
/** Two keep two cores busy, a third gains nothing there: measured. */
const WORKERS = Math.min(4, Math.max(2, availableParallelism() - 1))
const OWN_SERVER = 'postgresql://postgres@127.0.0.1:5432/postgres'

const total = { passed: 0, failed: 0, skipped: 0 }
const times = []
const failures = []

/** Runs one phase, prints its time, and adds what it counted; a phase that breaks counts as one failure. */
async function phase(name, work) {
  say(`\n── ${name}`)
  const began = performance.now()
  const count = await work().catch((error) => {
    say(`${name}: ${error.message}`)
    return { failed: 1 }
  })
  for (const key of Object.keys(total)) total[key] += count[key] ?? 0
  failures.push(...(count.failures ?? []))
  times.push(`${name} ${((performance.now() - began) / 1000).toFixed(1)} s`)
  say(`── ${times.at(-1)}${count.failed ? `, ${count.failed} failed` : ''}`)
  return count
}

/** A check without tests of its own only counts when it fails. */
async function check(command) {
  return (await runCommand(command)) === 0 ? {} : { failed: 1 }
}

async function runVitest(report, words, env = {}) {
  const file = path.join(REPORTS, report)
  const code = await runCommand(
    [...VITEST, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...words],
    // A database that is meant for the second run must not be taken for the first.
    { env: { TEST_DATABASE_URL: '', VITEST_MAX_WORKERS: String(WORKERS), ...env } },
  )
  return countVitest(file, code)
}

async function runSecondDatabase(serverTests) {
  const url = process.env.TEST_DATABASE_URL || OWN_SERVER
  if ((await runCommand([NODE, 'scripts/probe-database.mjs', url])) !== 0) {
    say(`No PostgreSQL 15 or later that takes new databases answers at ${url}.`)
    return { skipped: serverTests }
  }
  return runVitest('second-database.json', ['--project', 'server', ...NOT_ABOUT_DATABASES], {
    TEST_DATABASE_URL: url,
  })
}

const NOT_ABOUT_DATABASES = [
  'src/providers/**',
  'src/platform/children/**',
  'src/platform/http-client/**',
  'src/platform/storage/**',
  'src/web-host/**',
  'src/features/media/hostile-uploads.test.ts',
  'test/faults/**',
  'test/journeys/media-on-stores.test.ts',
  'test/journeys/object-store.test.ts',
  'test/processes/**',
].map((pattern) => `--exclude=${pattern}`)

async function runJourneys() {
  const browser = await findBrowser()
  const file = path.join(REPORTS, 'journeys.json')
  const words = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'e2e/playwright.config.ts',
  ]
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM_PATH: browser ?? '' }
  if (!browser) {
    say('There is no Chromium; set CHROMIUM_PATH, or install Debian’s "chromium".')
    const code = await runCommand([NODE, ...words, '--list', '--reporter=json'], {
      env,
      stdio: 'ignore',
    })
    const { passed, failed, skipped } = countPlaywright(file, code)
    return { skipped: passed + failed + skipped }
  }
  const code = await runCommand([NODE, ...words, '--reporter=list,json'], { env })
  return countPlaywright(file, code)
}

await phase('set-up', async () => {
  await setUp()
  return {}
})
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })
await phase('types', () => check(['npm', 'run', '--silent', 'typecheck']))
await phase('lint', () => check(['npm', 'run', '--silent', 'lint']))
// Before the tests that look at what was built, so that none of them sees half of it.
await phase('web build', async () => {
  await buildWeb()
  return {}
})
const first = await phase('unit and feature tests', () => runVitest('vitest.json', []))
await phase('server tests on another PostgreSQL', () => runSecondDatabase(first.server ?? 0))
await phase('journeys in a browser', runJourneys)

// Named once more, so that nobody has to look for them in thousands of lines.
for (const failure of failures) say(`failed: ${failure}`)
say(`\n${times.join(', ')}`)
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
process.exit(total.failed === 0 ? 0 : 1)
