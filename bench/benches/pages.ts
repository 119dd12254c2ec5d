import type { Bench } from '../support/bench.ts'
import { type LighthouseReport, openLighthouse } from '../support/lighthouse.ts'
import type { Row } from '../support/report.ts'
import { takeRounds } from '../support/rounds.ts'
import { startSeededShop } from '../support/seeded-shop.ts'

const ROUNDS = 5

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
  const lighthouse = await openLighthouse('performance', 'devtools')
  const shop = await startSeededShop()
  try {
    const open = {
      '/': '/',
      '/workflows': '/workflows',
      '/workflows/:id': `/workflows/${shop.recipe}`,
      '/creations/:id': `/creations/${shop.creation}`,
      '/@handle': `/@${shop.handle}`,
      '/embed/:id': `/embed/${shop.recipe}`,
    }
    const look = async (path: string) => measure(await lighthouse(shop.address + path))
    // The first visit to each page warms up server and browser, and is not counted.
    for (const path of Object.values(open)) await look(path)
    say('  warm')
    const looks = Object.entries(open).map(([page, path]) => [page, () => look(path)] as const)
    const rounds = await takeRounds(ROUNDS, Object.fromEntries(looks))
    return Object.entries(rounds).flatMap(([page, seen]) => rowsOf(page, seen))
  } finally {
    await shop.stop()
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
    row('LCP', 's', 'lcp', { atMost: 1.5 }),
    row('CLS', '', 'cls', { atMost: 0 }),
    row('TBT', 'ms', 'tbt', { atMost: 50 }),
  ]
}

function measure({ categories, audits }: LighthouseReport): Measured {
  const audit = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    score: (categories['performance']?.score ?? Number.NaN) * 100,
    lcp: audit('largest-contentful-paint') / 1000,
    cls: audit('cumulative-layout-shift'),
    tbt: audit('total-blocking-time'),
  }
}
