import { execFile } from 'node:child_process'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findBrowser } from '../../scripts/find-browser.mjs'
import type { Bench } from '../support/bench.ts'
import { CACHE } from '../support/folders.ts'
import { openTool } from '../support/open-tools.ts'
import { startNode } from '../support/processes.ts'
import type { Row } from '../support/report.ts'
import { takeRounds } from '../support/rounds.ts'

const run = promisify(execFile)
const ROUNDS = 5
/** The number of cards on the first page of Discover. */
const CARDS = 12
const TRIES = 3
const LIGHTHOUSE_LIMIT_MS = 120_000
const SAMPLES_LIMIT_MS = 8 * 60_000

interface Measured {
  score: number
  lcp: number
  cls: number
  tbt: number
}

/**
 * Lighthouse as a phone on a slow network, with applied throttling, over the seeded catalogue with
 * real media.
 */
export const pages: Bench = async ({ say }) => {
  const browser = await findBrowser()
  if (!browser) throw new Error('There is no Chromium; set CHROMIUM_PATH.')
  const lighthouse = await openTool('lighthouse/cli/index.js')
  const server = await startNode(['server/src/main/start.ts'], {
    ready: /ready at (\S+)/,
    env: { PORT: '0', DATA_DIR: path.join(CACHE, 'pages') },
  })
  try {
    const { recipe, creation } = await waitForSamples(server.address)
    const open = ['/', '/workflows', `/workflows/${recipe}`, `/creations/${creation}`]
    const look = (page: string) => measure(lighthouse, browser, server.address + page)
    // The first visit to each page warms up server and browser, and is not counted.
    for (const page of open) await look(page)
    say('  warm')
    const looks = open.map((page) => [page, () => look(page)] as const)
    const rounds = await takeRounds(ROUNDS, Object.fromEntries(looks))
    return Object.entries(rounds).flatMap(([page, seen]) =>
      rowsOf(page.replace(/[0-9a-f-]{36}/, ':id'), seen),
    )
  } finally {
    await server.stop()
  }
}

function rowsOf(page: string, rounds: readonly Measured[]): Row[] {
  const row = (name: string, unit: string, of: keyof Measured, goal: Row['goal']): Row => ({
    what: `${page} ${name}`,
    unit,
    subject: rounds.map((round) => round[of]),
    compares: 'value',
    goal,
  })
  return [
    row('performance', 'of 100', 'score', { atLeast: 98 }),
    row('LCP', 's', 'lcp', { atMost: 1.7 }),
    row('CLS', '', 'cls', { atMost: 0 }),
    row('TBT', 'ms', 'tbt', { atMost: 100 }),
  ]
}

async function measure(lighthouse: string, browser: string, url: string): Promise<Measured> {
  const words = [
    url,
    '--quiet',
    '--output=json',
    '--only-categories=performance',
    '--form-factor=mobile',
    '--throttling-method=devtools',
    '--no-enable-error-reporting',
    '--disable-full-page-screenshot',
    '--max-wait-for-load=20000',
    '--chrome-flags=--headless=new --no-sandbox',
  ]
  const stdout = await runAgain(lighthouse, words, browser)
  const report = JSON.parse(stdout) as {
    categories: { performance: { score: number } }
    audits: Record<string, { numericValue?: number }>
  }
  const audit = (name: string) => report.audits[name]?.numericValue ?? Number.NaN
  return {
    score: report.categories.performance.score * 100,
    lcp: audit('largest-contentful-paint') / 1000,
    cls: audit('cumulative-layout-shift'),
    tbt: audit('total-blocking-time'),
  }
}

/** A starved browser sometimes loses its trace, and Lighthouse itself says to run again. */
async function runAgain(lighthouse: string, words: string[], browser: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      const { stdout } = await run(process.execPath, [lighthouse, ...words], {
        env: { ...process.env, CHROME_PATH: browser },
        maxBuffer: 100_000_000,
        timeout: LIGHTHOUSE_LIMIT_MS,
      })
      return stdout
    } catch (error) {
      const { stderr } = error as { stderr?: string }
      if (tries === TRIES) throw new Error(`Lighthouse failed: ${stderr?.trim()}`)
    }
  }
}

interface Listed {
  workflows: { id: string; sample: { variants: unknown[] } | null }[]
}

/**
 * Waits until every recipe has its sample in all sizes, so that no generation runs during the
 * measurement.
 */
async function waitForSamples(address: string): Promise<{ recipe: string; creation: string }> {
  const get = async <T>(call: string) =>
    (await (await fetch(`${address}/api/v1${call}`)).json()) as T
  const until = performance.now() + SAMPLES_LIMIT_MS
  while (performance.now() < until) {
    const { workflows } = await get<Listed>('/workflows?per_page=48')
    const ready = workflows.every((one) => (one.sample?.variants.length ?? 0) > 0)
    if (workflows.length >= CARDS && ready) {
      for (const { id } of workflows) {
        const { creations } = await get<{ creations: { id: string }[] }>(
          `/workflows/${id}/creations`,
        )
        if (creations[0]) return { recipe: id, creation: creations[0].id }
      }
    }
    await wait(1000)
  }
  throw new Error('the samples were not made in time')
}
