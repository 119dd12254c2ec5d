import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/find-browser.mjs'
import { readSeed } from '../../server/src/features/catalogue/seeds/seeds.ts'
import type { Bench } from '../support/bench.ts'
import { openDrawing } from '../support/open-drawing.ts'
import { startServer } from '../support/processes.ts'
import type { Row } from '../support/report.ts'
import { median } from '../support/rounds.ts'
import { Visitor } from '../support/visitor.ts'

/** The free recipe of the first catalogue that draws for paper. */
const RECIPE = readSeed('places-you-miss')
const PLACES = [
  'A lighthouse on a rocky coast',
  'A village with a windmill in the hills',
  'Misty mountain lake at dawn with pine trees',
  'A palm beach at sunset, one sailing boat',
  'A castle above the sea, golden hour, three birds',
  'A city with tall houses at night',
  'A desert with cacti under the moon',
  'A snowy forest with a small house',
]
const WATCH = path.join(import.meta.dirname, '../support/watch-pictures.js')
const LIMIT_MS = 60_000

/**
 * Measures the time from the click on Complete to the picture in a real browser: first at screen
 * size, then the file for paper.
 */
export const click: Bench = async ({ databases, say }) => {
  const program = await findBrowser({ whole: true })
  if (!program) throw new Error('There is no Chromium; set CHROMIUM_PATH.')
  const server = await startServer({ databaseUrl: await databases.createEmpty('click') })
  const drawing = await openDrawing(RECIPE)
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
  try {
    const creator = new Visitor(server.address)
    const document = { ...RECIPE, user_id: creator.id }
    const { id } = await creator.post<{ id: string }>('/workflows', document)
    const remix = (place: string) => clickOnce(browser, { address: server.address, id, place })
    // The first run starts the renderer and compiles the pages, and is not counted.
    await remix('A meadow')
    await drawing.draw('A meadow')
    const rounds: Round[] = []
    for (const place of PLACES) {
      const seen = await remix(place)
      rounds.push({ ...seen, drawn: await drawing.draw(place) })
      say(`  ${place}: ${seen.early.toFixed(2)} s, ${seen.finished.toFixed(2)} s`)
    }
    return rowsOf(rounds)
  } finally {
    await browser.close()
    await drawing.close()
    await server.stop()
  }
}

/** The variable that the script `watch-pictures.js` defines in the page. */
declare const watched: { seen: { from: number } & Seen }

interface Seen {
  early: number
  finished: number
}
/** `drawn`: seconds that a warm renderer takes for the same picture at screen size. */
type Round = Seen & { drawn: number }

function rowsOf(rounds: readonly Round[]): Row[] {
  const row = (what: string, subject: number[], goal?: Row['goal'], note?: string): Row => ({
    what: `click on Complete, ${what}`,
    unit: 's',
    subject,
    compares: 'value',
    goal,
    ...(note && { note }),
  })
  const drawn = median(rounds.map((round) => round.drawn))
  return [
    row(
      'picture at screen size',
      rounds.map(({ early }) => early),
      { atMost: 1 },
    ),
    row(
      'the same without its drawing',
      rounds.map((round) => round.early - round.drawn),
      { atMost: 0.3 },
      `drawing alone ${drawn.toFixed(2)} s`,
    ),
    row(
      'finished picture',
      rounds.map(({ finished }) => finished),
    ),
  ]
}

/** One visitor, from an empty browser to the finished picture; seconds after the click. */
async function clickOnce(
  browser: Browser,
  run: { address: string; id: string; place: string },
): Promise<Seen> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(LIMIT_MS)
  try {
    await page.addInitScript({ path: WATCH })
    await page.goto(`${run.address}/workflows/${run.id}/remix`)
    await page.getByRole('textbox').first().fill(run.place)
    await page.getByRole('button', { name: 'Review & Complete' }).click()
    await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
    await page.getByRole('button', { name: /^Complete/ }).click()
    await page.waitForFunction(() => watched.seen.finished > 0)
    const seen = await page.evaluate(() => watched.seen)
    if (seen.early === 0) throw new Error('the run showed no picture before its end')
    await waitForVariants(page.url())
    const seconds = (at: number) => (at - seen.from) / 1000
    return { early: seconds(seen.early), finished: seconds(seen.finished) }
  } finally {
    await page.close()
  }

  /**
   * Waits until the variants of a delivered picture are made: they need the processors that the
   * next run needs.
   */
  async function waitForVariants(creation: string): Promise<void> {
    const call = creation.replace('/creations/', '/api/v1/creations/')
    const until = performance.now() + LIMIT_MS
    while (performance.now() < until) {
      const answer = await page.request.get(call)
      const { media } = (await answer.json()) as { media: { variants: unknown[] } | null }
      if (media && media.variants.length > 0) return
      await wait(200)
    }
    throw new Error('a picture’s sizes were not made in time')
  }
}
