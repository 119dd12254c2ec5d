import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { performCapture } from '../../src/features/payments/capture/capture.ts'
import { performRelease } from '../../src/features/payments/capture/release-payment.ts'
import { jobs } from '../../src/schema/generation.ts'
import { ended } from '../support/acts.ts'
import { UNLIMITED_RATES } from '../support/browser.ts'
import {
  buyProof,
  decide,
  drawAnother,
  type Proof,
  paymentOf,
  publishProof,
} from '../support/money/proof-desk.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

/** Buyers of each pair; `RACES=200` is the long run. */
const RACES = Math.max(2, Number(process.env['RACES'] ?? 20) / 10)
const AT_ONCE = 10

let app: TestApp
/** A second process of the installation, with its own locks and connections. */
let other: TestApp
let workflow: string

beforeAll(async () => {
  const providers = [createScriptedProvider({ start: () => picture('#336699', 1200, 900) })]
  const env = { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' }
  app = await startTestApp({ env, providers })
  other = await startTestApp({
    env: { ...env, SECRET: app.ctx.config.secret[0] },
    providers,
    worker: false,
    beside: app,
  })
  workflow = await publishProof(app, 3)
})
afterAll(async () => {
  await other.close()
  await app.close()
})

type Action = Parameters<typeof decide>[1]

/** Ten calls at once about two proofs of one payment, by two tabs at two processes. */
function raceTen([a, b]: [Proof, Proof], one: Action, two: Action) {
  const elsewhere = (proof: Proof) => ({ ...proof, buyer: proof.buyer.at(other.url) })
  return Promise.all(
    Array.from({ length: AT_ONCE }, async (_, at) => {
      const [proof, action] = at % 2 === 0 ? ([a, one] as const) : ([b, two] as const)
      const answer = await decide(at % 4 < 2 ? proof : elsewhere(proof), action)
      return { action, proof, ...answer }
    }),
  )
}

async function booksOf(paymentId: string) {
  const { rows } = await app.ctx.db.execute<{
    alive: string[]
    captures: number
    sum: number
  }>(sql`
    select
      (select coalesce(array_agg(c.id::text), '{}') from creations c join jobs j on j.creation_id = c.id
        where j.payment_id = ${paymentId} and c.deleted_at is null) as alive,
      (select count(*)::int from ledger_entries
        where payment_id = ${paymentId} and kind = 'capture') as captures,
      (select coalesce(sum(l.amount), 0)::int from ledger_postings l
        join ledger_entries e on e.id = l.entry_id where e.payment_id = ${paymentId}) as sum`)
  return rows[0]
}

describe.each<[Action, Action]>([
  ['keep', 'keep'],
  ['keep', 'decline'],
  ['keep', 'redraw'],
  ['decline', 'redraw'],
])('%s and %s of two proofs of one payment at one moment', (one, two) => {
  test('charge once at most, and leave the kept proof alone', { timeout: 120_000 }, async () => {
    for (let race = 0; race < RACES; race++) {
      const a = await buyProof(app, workflow)
      const b = await drawAnother(a)
      const { id: paymentId } = await paymentOf(app, a)
      const answers = await raceTen([a, b], one, two)
      for (const { status, body } of answers) {
        if (status >= 300) expect([status, body.code]).toEqual(expectedRefusal(status))
      }
      // What was drawn again is decided about once it is there.
      const runs = await app.ctx.db.select().from(jobs).where(eq(jobs.paymentId, paymentId))
      for (const { id } of runs) await ended(a.buyer, id)
      if ((await paymentOf(app, a)).state === 'delivered') {
        expect((await decide(a, 'keep')).status).toBe(200)
      }
      await performCapture(app.ctx, paymentId)
      await performRelease(app.ctx, paymentId)
      const { state, captured, creationId } = await paymentOf(app, a)
      const done = (action: Action) => answers.some((x) => x.action === action && x.status < 300)
      if (!done('decline')) expect(state).toBe('captured')
      expect(['captured', 'released']).toContain(state)
      expect(captured).toBe(state === 'captured' ? 300 : 0)
      const books = await booksOf(paymentId)
      expect(books).toEqual({
        alive: creationId ? [creationId] : [],
        captures: creationId ? 1 : 0,
        sum: 0,
      })
    }
  })
})

/** Gone, or decided about otherwise. */
const expectedRefusal = (status: number) =>
  status === 404 ? [404, 'not_found'] : [409, 'payment_state']
