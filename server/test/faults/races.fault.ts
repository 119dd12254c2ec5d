import { describe, expect, test } from 'vitest'
import { remix } from '../support/acts.ts'
import { Browser, signIn, Visitor } from '../support/browser.ts'
import { buy, CARD, checkOut } from './support/buy.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { falEnv, publishOnFal, startFal } from './support/fal-world.ts'
import { untilCompleted } from './support/follow-job.ts'
import type { World } from './support/open-world.ts'
import { publishLongFilm, publishSketch } from './support/recipes.ts'
import { reportFault } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

const TEN = Array.from({ length: 10 }, (_, at) => at)

/** Starts two web processes and two workers, so that no lock inside one process decides a race. */
async function startFour(world: World): Promise<[string, string]> {
  const [here, there] = await Promise.all([
    world.start('web'),
    world.start('web'),
    world.start('worker'),
    world.start('worker'),
  ])
  return [here.url, there.url]
}

/** Ten at once, alternating between the two processes. */
function raceOf<T>(urls: readonly string[], run: (url: string, at: number) => Promise<T>) {
  return Promise.all(TEN.map((at) => run(urls[at % urls.length] ?? '', at)))
}

const count = (values: readonly unknown[], value: unknown) =>
  values.filter((one) => one === value).length

test('of two buyers with one payment one gets the run, in ten races', (context) =>
  withWorld({}, async (world) => {
    const urls = await startFour(world)
    const fan = new Visitor(urls[0])
    const thief = new Visitor(urls[0])
    const id = await publishSketch(new Visitor(urls[0]), 300)
    // The server knows both buyers; both name the session of the only payment.
    await checkOut(thief, id)
    const session = await buy(fan, id)
    const claim = (actor: Visitor) =>
      raceOf(urls, (url) => remix(actor.at(url), id, { session_id: session }))
    const [mine, stolen] = await Promise.all([claim(fan), claim(thief)])
    expect(stolen.map(({ status }) => status)).toEqual(TEN.map(() => 402))
    const statuses = mine.map(({ status }) => status)
    expect([count(statuses, 200), count(statuses, 402)]).toEqual([1, 9])
    await untilCompleted(world, mine.find(({ status }) => status === 200)?.body.job_id ?? '')
    await expectWholeWorld(world, { jobs: 1 })
    reportFault(context, {
      fault: 'two buyers race for one payment',
      done: 'its buyer and a stranger name its session, ten times each, at two processes',
      found: 'one run, for its buyer; nineteen refusals; captured once',
    })
  }))

describe('ten at once at two web processes', () => {
  test('one idempotency key, checkout, cancelling or username is taken once', (context) =>
    withWorld({}, async (world) => {
      const urls = await startFour(world)
      const fan = new Visitor(urls[0])
      const id = await publishSketch(new Visitor(urls[0]), 300)

      const { session_id: session, url } = await checkOut(fan, id)
      const page = new URL(url).pathname
      const cards = await raceOf(urls, (at) => fan.at(at).fetch(page, { body: CARD }))
      expect(cards.map(({ status }) => status)).toEqual(TEN.map(() => 303))

      const key = { 'idempotency-key': 'the-same' }
      const same = { session_id: session }
      const runs = await raceOf(urls, (at) => remix(fan.at(at), id, same, key))
      expect(runs.map(({ status }) => status)).toEqual(TEN.map(() => 200))
      expect(new Set(runs.map(({ body }) => body.job_id)).size).toBe(1)
      await untilCompleted(world, runs[0]?.body.job_id ?? '')

      const film = await publishLongFilm(new Visitor(urls[0]))
      const { job_id } = (await remix(fan, film)).body
      const ends = await raceOf(urls, (at) => fan.at(at).call('DELETE', `/jobs/${job_id}`))
      const endStatuses = ends.map(({ status }) => status)
      expect([count(endStatuses, 200), count(endStatuses, 409)]).toEqual([1, 9])

      const names = await raceForName(urls)
      expect([count(names, 200), count(names, 409)]).toEqual([1, 9])
      await expectWholeWorld(world, { jobs: 2 })
      reportFault(context, {
        fault: 'ten-way races',
        done: 'one checkout, idempotency key, cancelling, user name, ten at once at two processes',
        found: 'authorized once, one run, one cancelling, one owner of the name',
      })
    }))

  test("two workers start ten paid remixes within a vendor's two slots", async (context) => {
    const fal = await startFal()
    try {
      await withWorld({ env: { ...falEnv(fal), PROVIDER_CONCURRENCY: 'fal=2' } }, async (world) => {
        const urls = await startFour(world)
        const id = await publishOnFal(world, new Visitor(urls[0]), 'picture')
        const jobs = await raceOf(urls, async (url) => {
          const fan = new Visitor(url)
          await buy(fan, id)
          return (await remix(fan, id)).body.job_id
        })
        for (const job of jobs) await untilCompleted(world, job)
        const keys = fal.starts().map(({ headers }) => headers['idempotency-key'])
        expect([keys.length, new Set(keys).size]).toEqual([10, 10])
        await expectWholeWorld(world, { jobs: 10 })
        reportFault(context, {
          fault: 'ten jobs race for two slots',
          done: 'ten paid remixes over two workers, at a vendor with two slots',
          found: 'each made once, captured once',
        })
      })
    } finally {
      await fal.close()
    }
  })
})

async function raceForName(urls: readonly string[]): Promise<number[]> {
  const browsers = []
  for (const at of TEN) {
    const browser = new Browser(urls[at % urls.length] ?? '')
    await signIn(browser, `twin-${at}@example.com`)
    browsers.push(browser)
  }
  const body = { username: 'the_one' }
  const answers = await Promise.all(
    browsers.map((browser) => browser.json('/users', { method: 'PUT', body })),
  )
  return answers.map(({ status }) => status)
}
