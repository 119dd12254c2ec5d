import { mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { buildWeb } from './build.mjs'
import { countPlaywright, countVitest, listSlowest } from './count-tests.mjs'
import { findBrowser } from './find-browser.mjs'
import { giveUp, NODE, ROOT, say } from './project.mjs'
import { runCommand } from './run-command.mjs'
import { setUp } from './setup.mjs'

export const REPORTS = path.join(ROOT, '.cache/reports')
const VITEST = [NODE, 'node_modules/vitest/vitest.mjs', 'run']
/** One more than there are cores, since tests also wait: measured, two cores are less idle with three. */
const WORKERS = Math.min(4, availableParallelism() + 1)

const PHASES = ['types', 'lint', 'unit', 'journeys']

const total = { passed: 0, failed: 0, skipped: 0 }
const times = []
const files = []
const failures = []

/**
 * Runs one phase, prints its time, and adds its counts; a phase that throws counts as one failure.
 */
export async function phase(name, work) {
  say(`\n── ${name}`)
  const began = performance.now()
  const count = await work().catch((error) => {
    say(`${name}: ${error.message}`)
    return { failed: 1 }
  })
  for (const key of Object.keys(total)) total[key] += count[key] ?? 0
  failures.push(...(count.failures ?? []))
  for (const { file, ms } of count.files ?? []) {
    files.push({ file: `${path.relative(ROOT, path.resolve(ROOT, file))} (${name})`, ms })
  }
  times.push(`${name} ${((performance.now() - began) / 1000).toFixed(1)} s`)
  say(`── ${times.at(-1)}${count.failed ? `, ${count.failed} failed` : ''}`)
  return count
}

/** Runs a check without tests of its own, which counts only if the check fails. */
async function check(command) {
  return (await runCommand(command)) === 0 ? {} : { failed: 1 }
}

export async function runVitest(report, words, env = {}) {
  const file = path.join(REPORTS, report)
  const code = await runCommand(
    [...VITEST, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...words],
    // The database for the second run must not be used for the first run.
    { env: { TEST_DATABASE_URL: '', VITEST_MAX_WORKERS: String(WORKERS), ...env } },
  )
  return countVitest(file, code)
}

/**
 * Runs the phases of "npm test", or one of them and what it needs, with more environment for the
 * journeys; returns the counts of the tests without a browser.
 */
export async function runOrdinaryPhases({ only, forJourneys = {} } = {}) {
  if (only && !PHASES.includes(only)) giveUp(`There is no phase ${only}: ${PHASES.join(', ')}.`)
  const wants = (...phases) => !only || phases.includes(only)
  let browser
  await phase('set-up', async () => {
    // In parallel, because each mostly waits for downloads and the disk.
    ;[, browser] = await Promise.all([setUp(), wants('unit', 'journeys') && findBrowser()])
    return {}
  })
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
  // At once, because the linter alone keeps one core busy. The build ends before the tests that read
  // the build, so that no test sees half a build.
  await Promise.all([
    wants('types') && phase('types', () => check(['npm', 'run', '--silent', 'typecheck'])),
    wants('lint') && phase('lint', () => check(['npm', 'run', '--silent', 'lint'])),
    wants('unit', 'journeys') &&
      phase('web build', async () => {
        await buildWeb()
        return {}
      }),
  ])
  const counts =
    wants('unit') && (await phase('unit and feature tests', () => runVitest('vitest.json', [])))
  if (wants('journeys')) {
    await phase('journeys in a browser', () => runJourneys(browser, forJourneys))
  }
  return counts
}

/** Prints the sum of all phases and ends the program. */
export function finish() {
  // Failures are repeated at the end, because the output has thousands of lines.
  for (const failure of failures) say(`failed: ${failure}`)
  say(`\nThe slowest test files:\n${listSlowest(files).join('\n')}`)
  say(`\n${times.join(', ')}`)
  process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
  process.exit(total.failed === 0 ? 0 : 1)
}

async function runJourneys(browser, more) {
  const file = path.join(REPORTS, 'journeys.json')
  const words = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'e2e/playwright.config.ts',
  ]
  const env = { ...more, PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM_PATH: browser ?? '' }
  if (!browser) {
    say('There is no Chromium; set CHROMIUM_PATH, or install Debian’s "chromium-headless-shell".')
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
