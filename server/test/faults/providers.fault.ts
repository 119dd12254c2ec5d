import { describe, expect, test } from 'vitest'
import { remix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import type { FalStandIn } from '../support/stand-ins/fal-stand-in.ts'
import { HTML } from '../support/stand-ins/media-samples.ts'
import { faults, type Reply } from '../support/stand-ins/vendor-stand-in.ts'
import { buy } from './support/buy.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { falEnv, publishOnFal, startFal } from './support/fal-world.ts'
import { untilCompleted, untilEnded } from './support/follow-job.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

const noPicture: Reply = (_, answer) => answer.end(HTML)

/** The vendor's replies in order, the expected number of requests, and how the job ends. */
const ANSWERS: { named: string; replies: Reply[]; asked: number; code: string | null }[] = [
  { named: '400', replies: [faults.status(400, {})], asked: 1, code: 'provider_rejected' },
  { named: '401', replies: [faults.status(401, {})], asked: 1, code: 'provider_refused_account' },
  {
    named: '429 twice',
    replies: Array.from({ length: 2 }, () => faults.status(429, {}, { 'retry-after': '1' })),
    asked: 3,
    code: null,
  },
  { named: '500 once', replies: [faults.status(500, {})], asked: 2, code: null },
  {
    named: '500 for good',
    replies: Array.from({ length: 3 }, () => faults.status(500, {})),
    asked: 3,
    code: 'provider_down',
  },
  { named: 'a cut line', replies: [faults.cut], asked: 2, code: null },
  { named: 'garbage', replies: [faults.garbage], asked: 1, code: 'provider_garbled' },
  // The answer names a file, and that file is an HTML page.
  {
    named: 'a file that is no image',
    replies: [namesPicture, noPicture],
    asked: 1,
    code: 'provider_wrong_media',
  },
]

function namesPicture(...[, answer]: Parameters<Reply>): void {
  answer.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      images: [{ url: 'https://v3.fal.media/files/page.png', content_type: 'image/png' }],
      seed: 7,
      has_nsfw_concepts: [false],
      prompt: 'x',
    }),
  )
}

describe('a vendor that answers wrongly', () => {
  test('charges the buyer only once a picture is delivered', async (context) => {
    const fal = await startFal()
    try {
      await withWorld({ env: falEnv(fal) }, async (world) => {
        const { url } = await world.start('all')
        const fan = new Visitor(url)
        const id = await publishOnFal(world, new Visitor(url), 'picture')
        const watch = startWatch()
        let paid = false
        for (const { named, replies, asked, code } of ANSWERS) {
          // The authorisation of the failed run pays for the next try.
          if (!paid) await buy(fan, id)
          const before = fal.starts().length
          for (const reply of replies) fal.failOnce(reply)
          const job = await untilEnded(world, (await remix(fan, id)).body.job_id)
          expect({ named, code: job.errorCode }).toEqual({ named, code })
          expect({ named, asked: fal.starts().length - before }).toEqual({ named, asked })
          paid = job.status !== 'COMPLETED'
        }
        await cancelWhileItHangs(fal, fan, id, paid)
        await untilCompleted(world, (await remix(fan, id)).body.job_id)
        const recoveryMs = watch()
        await expectWholeWorld(world, { jobs: ANSWERS.length + 2 })
        reportFault(context, {
          fault: 'a vendor answers wrongly, or never',
          done: '400, 401, 429, 500, a cut line, garbage, no image, silence, one after another',
          found: 'tried again only where that helps; one payment served until a picture came',
          recoveryMs,
        })
      })
    } finally {
      await fal.close()
    }
  })
})

describe('a vendor that never answers', () => {
  test.for([
    ['picture', 'takes the request and says nothing'],
    ['film', 'never ends the film that it began'],
  ] as const)('costs its buyer nothing at the deadline: %s', async ([kind, silence], context) => {
    const fal = await startFal()
    try {
      await withWorld({ env: falEnv(fal) }, async (world) => {
        const [web, worker] = await Promise.all([world.start('web'), world.start('worker')])
        const fan = new Visitor(web.url)
        const id = await publishOnFal(world, new Visitor(web.url), kind)
        await buy(fan, id)
        if (kind === 'picture') fal.failOnce(faults.hang)
        worker.freeze()
        const { job_id } = (await remix(fan, id)).body
        // When the worker takes the job, all but some seconds of the job's half hour are used up.
        await world.database.pool.query(
          `update jobs set deadline_at = clock_timestamp() + interval '15 s'`,
        )
        worker.thaw()
        const watch = startWatch()
        const job = await untilEnded(world, job_id)
        const recoveryMs = watch()
        expect(job).toMatchObject({ status: 'FAILED', errorCode: 'timed_out' })
        if (kind === 'film') await fal.once(({ path }) => path.endsWith('/cancel'))
        expect(fal.starts()).toHaveLength(1)
        await expectWholeWorld(world, { jobs: 1 })
        reportFault(context, {
          fault: 'a vendor never answers',
          done: `it ${silence}; a paid job with fifteen seconds left`,
          found: 'failed in words at its deadline, nothing charged, nothing left under way',
          recoveryMs,
        })
      })
    } finally {
      await fal.close()
    }
  })
})

async function cancelWhileItHangs(
  fal: FalStandIn,
  fan: Visitor,
  workflowId: string,
  paid: boolean,
): Promise<void> {
  if (!paid) await buy(fan, workflowId)
  const before = fal.starts().length
  fal.failOnce(faults.hang)
  const { job_id } = (await remix(fan, workflowId)).body
  await expect.poll(() => fal.starts().length, { timeout: 20_000 }).toBe(before + 1)
  const answer = await fan.call<{ status: string }>('DELETE', `/jobs/${job_id}`)
  expect(answer.body.status).toBe('CANCELLED')
}
