import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/ctx.ts'
import { requestReview } from '../../src/features/moderation/index.ts'
import { runWarnUndecided } from '../../src/features/purchases/proof-end.ts'
import { inboxLetters } from '../../src/providers/mail/inbox/tables.ts'
import { creations } from '../../src/schema/creations.ts'
import { media } from '../../src/schema/media.ts'
import { buy, ended, pay, publish, remix } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { mailTo } from '../support/mail-to.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let plain: string
let proofFirst: string
const clock = shiftClock()
beforeAll(async () => {
  app = await startTestApp({
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' },
    change: clock.change,
    providers: [createScriptedProvider({ start: () => picture('#336699', 800, 1200) })],
  })
  const creator = new Visitor(app.url)
  plain = (await publish(creator, { price: 300 })).id
  proofFirst = (await publish(creator, { price: 300, proof: { draws: 1 } })).id
})
afterAll(() => app.close())

let letters = 0
const newAddress = () => `reader-${++letters}@example.com`

/** What the letters to an address show, oldest first; null for a letter without a picture. */
async function picturesTo(address: string): Promise<(Buffer | null)[]> {
  const rows = await mailTo(app, address)
  return rows.toReversed().map(({ html }) => {
    const [, written] = /<img src="data:image\/jpeg;base64,([^"]+)"/.exec(html) ?? []
    expect(html).not.toContain('cid:')
    return written ? Buffer.from(written, 'base64') : null
  })
}

/** Runs, and lets `meanwhile` happen before the worker comes to the letter. */
async function buyWith(address: string, meanwhile: (id: string) => Promise<unknown>) {
  const { mailer } = app.ctx
  app.ctx.mailer = undefined
  try {
    const { job } = await buy(new Visitor(app.url), plain, { email: address })
    await meanwhile(job.result.id)
  } finally {
    app.ctx.mailer = mailer
  }
}

test('the letter of a purchase shows the creation, small and as a JPEG', async () => {
  const address = newAddress()
  await buy(new Visitor(app.url), plain, { email: address })
  const shown = await picturesTo(address)
  const bytes = shown.find((one) => one !== null)
  expect(await sharp(bytes ?? Buffer.alloc(0)).metadata()).toMatchObject({
    format: 'jpeg',
    width: 427,
    height: 640,
  })
})

test('the letter of a proof shows the marked picture, and never the whole one', async () => {
  const address = newAddress()
  const buyer = new Visitor(app.url)
  const session = await pay(buyer, proofFirst, { email: address })
  const { job_id } = (await remix(buyer, proofFirst, { session_id: session })).body
  const { result } = await ended(buyer, job_id)
  clock.hours = 19
  try {
    await runWarnUndecided(app.ctx)
    const [bytes] = (await picturesTo(address)).filter((one) => one !== null)
    const { pixels, spread } = await measure(bytes)
    expect(pixels).toBe(427 * 640)
    const [told] = await app.ctx.db
      .select({ body: inboxLetters.body })
      .from(inboxLetters)
      .where(eq(inboxLetters.address, address))
    expect(told?.body).toMatch(
      /It waits until [A-Z][a-z]+, [A-Z][a-z]+ \d+ at \d+:\d\d [AP]M, Universal Time \(UTC\)\./,
    )
    // The whole picture is of one colour; only the mark changes it.
    expect(spread).toBeGreaterThan(0.5)
  } finally {
    clock.hours = 0
  }
  expect((await buyer.call('POST', `/creations/${result.id}/keep`)).status).toBe(200)
})

async function measure(bytes: Buffer | null | undefined) {
  const image = sharp(bytes ?? Buffer.alloc(0))
  const { width, height } = await image.metadata()
  const { channels } = await image.stats()
  return { pixels: width * height, spread: Math.max(...channels.map(({ stdev }) => stdev)) }
}

test.each([
  [
    'was deleted meanwhile',
    (id: string) =>
      app.ctx.db.update(creations).set({ deletedAt: new Date() }).where(eq(creations.id, id)),
  ],
  [
    'was hidden meanwhile',
    (id: string) =>
      app.ctx.db.update(creations).set({ hiddenAt: new Date() }).where(eq(creations.id, id)),
  ],
  [
    'waits for a check',
    (id: string) =>
      inTransaction(app.ctx, (tx) => requestReview(tx, { creationId: id, score: 0.9 })),
  ],
  [
    'lost its file',
    async (id: string) => {
      const [row] = await app.ctx.db
        .select({ previewKey: media.previewKey })
        .from(creations)
        .innerJoin(media, eq(media.id, creations.mediaId))
        .where(eq(creations.id, id))
      await app.ctx.storage.delete(row?.previewKey ?? '')
    },
  ],
])('a letter about a creation that %s goes out without a picture', async (_, meanwhile) => {
  const address = newAddress()
  await buyWith(address, meanwhile)
  expect((await picturesTo(address)).every((one) => one === null)).toBe(true)
})
