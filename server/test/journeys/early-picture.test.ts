import type { JobView } from '@vignette/contract/jobs.ts'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { wantsEarly } from '../../src/features/generation/product.ts'
import { type JobRow, jobs } from '../../src/schema/generation.ts'
import { media } from '../../src/schema/media.ts'
import { ended, publish, remix } from '../support/acts.ts'
import { Visitor } from '../support/browser.ts'
import { createGate } from '../support/create-gate.ts'
import { closeApps, openApp } from '../support/open-apps.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'

afterEach(closeApps)

test('the owner of a free run sees a small picture before the large file, and the picture is deleted with the run', async () => {
  const release = createGate(2)
  const provider = createScriptedProvider({
    seconds: 2,
    start: async (_call, io) => {
      const early = await picture('#993300', 64, 48)
      if (early.state === 'done' && early.product.from === 'bytes')
        io.onEarly?.(early.product.bytes)
      await release.arrive()
      return picture('#993300', 512, 384)
    },
  })
  const { url, ctx } = await openApp({ providers: [provider] })
  const [actor, stranger] = [new Visitor(url), new Visitor(url)]
  const { job_id } = (await remix(actor, (await publish(actor)).id)).body
  const early = async () => (await actor.call<JobView>('GET', `/jobs/${job_id}`)).body.early
  await expect.poll(early, { timeout: 10_000 }).toMatchObject({ width: 64, height: 48 })
  const address = (await early())?.url ?? ''
  expect((await actor.fetch(address)).status).toBe(200)
  expect((await stranger.fetch(address)).status).toBe(404)
  await release.arrive()
  const job = await ended(actor, job_id)
  expect(job).toMatchObject({ status: 'COMPLETED', early: null })
  expect((await actor.fetch(address)).status).toBe(404)
  const [row] = await ctx.db.select().from(jobs).where(eq(jobs.id, job_id))
  const [file] = await ctx.db
    .select()
    .from(media)
    .where(eq(media.id, row?.earlyMediaId ?? ''))
  expect(file?.deletedAt).not.toBeNull()
})

test('nothing is shown early of a run that is paid for, of a test, of a step before, or twice', () => {
  const free = {
    documentHash: null,
    paymentId: null,
    test: false,
    earlyMediaId: null,
    freeSeconds: 2,
  }
  const wants = (change: Partial<JobRow>, isOutput = true) =>
    wantsEarly({ job: { ...free, ...change } as JobRow, isOutput })
  expect(wants({})).toBe(true)
  expect(wants({ paymentId: 'p' })).toBe(false)
  expect(wants({ freeSeconds: 0 })).toBe(false)
  expect(wants({ test: true })).toBe(false)
  expect(wants({ documentHash: 'h' })).toBe(false)
  expect(wants({ earlyMediaId: 'm' })).toBe(false)
  expect(wants({}, false)).toBe(false)
})
