import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '../../src/ctx.ts'
import { getDisputed } from '../../src/features/cases/dispute.ts'
import { gatherEvidence } from '../../src/features/cases/gather-evidence.ts'
import { identityEvents } from '../../src/features/identity/index.ts'
import { findPrincipalRow, toPrincipal } from '../../src/features/identity/principal.ts'
import { listNotices } from '../../src/features/notices/notice.ts'
import { performCapture } from '../../src/features/payments/capture/capture.ts'
import { performRelease } from '../../src/features/payments/capture/release-payment.ts'
import { sweepPayments } from '../../src/features/payments/reconcile/sweep-payments.ts'
import { dropEndedProof, runWarnUndecided } from '../../src/features/purchases/proof-end.ts'
import type { EvidenceTexts } from '../../src/schema/cases.ts'
import { creations } from '../../src/schema/creations.ts'
import { media } from '../../src/schema/media.ts'
import { notices } from '../../src/schema/notices.ts'
import { workflows } from '../../src/schema/workflows.ts'
import { openCheckout, publish, receiptOf, recipeFor, remix } from '../support/acts.ts'
import { UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { actAs } from '../support/create-test-ctx.ts'
import {
  buyProof,
  decide,
  drawAnother,
  look,
  type Proof,
  paymentOf,
  publishProof,
} from '../support/money/proof-desk.ts'
import { disputeOf, settle } from '../support/money/sell-disputed.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let workflow: string
const prompts: string[] = []
const seeds: number[] = []
/** Holds runs until it is resolved. */
let drawing = Promise.resolve()
const clock = shiftClock()
beforeAll(async () => {
  const provider = createScriptedProvider({
    start: async (call, io) => {
      prompts.push(call.prompt ?? '')
      seeds.push(call.seed)
      const left = new Promise<void>((resolve) =>
        io.signal.addEventListener('abort', () => resolve(), { once: true }),
      )
      await Promise.race([drawing, left])
      return picture('#336699', 1200, 900)
    },
  })
  app = await startTestApp({ providers: [provider], env: UNLIMITED_RATES, change: clock.change })
  workflow = await publishProof(app)
})
afterAll(() => app.close())

const stateOf = async (proof: Proof) => (await paymentOf(app, proof)).state

async function rowOf({ id }: Proof) {
  const [row] = await app.ctx.db.select().from(creations).where(eq(creations.id, id))
  if (!row) throw new Error('no such creation')
  return row
}

async function fileOf(id: string | null) {
  const [row] = await app.ctx.db
    .select()
    .from(media)
    .where(eq(media.id, id ?? ''))
  if (!row) throw new Error('no such file')
  return row
}

test('a proof is small, private and not charged; the whole file is out of reach for its owner too', async () => {
  const proof = await buyProof(app, workflow)
  const { body: seen } = await look(proof)
  expect(seen).toMatchObject({
    public: false,
    proof: { draws_left: 1, price: 300 },
    media: { width: 640, height: 480 },
  })
  expect(await paymentOf(app, proof)).toMatchObject({
    state: 'delivered',
    captured: 0,
    proofsShown: 1,
  })
  expect(await receiptOf(proof.buyer, proof.id)).toMatchObject({
    state: 'delivered',
    next: 'The proof is ready. $3.00 is authorised, and charged only if you keep it; without an answer it is released.',
  })
  const shown = await proof.buyer.fetch(seen.image ?? '')
  expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(640)
  const { wholeMediaId } = await rowOf(proof)
  const whole = await fileOf(wholeMediaId)
  expect([whole.width, whole.sealed]).toEqual([1200, true])
  const address = `/media/${whole.id}/${whole.token}`
  for (const rest of ['.png', '-preview.webp', '-640.webp', '-320.avif']) {
    const answer = await proof.buyer.fetch(address + rest)
    expect([rest, answer.status]).toEqual([rest, 402])
    expect((await new Visitor(app.url).fetch(address + rest)).status).toBe(404)
  }
  const refused = await Promise.all([
    proof.buyer.call('GET', `/creations/${proof.id}/download`),
    proof.buyer.call('GET', `/creations/${proof.id}/download?format=pdf`),
    proof.buyer.call('PATCH', `/creations/${proof.id}`, { public: true }),
    proof.buyer.call('POST', `/creations/${proof.id}/secret-link`),
  ])
  expect(refused.map(({ status, body }) => [status, body['code']])).toEqual(
    refused.map(() => [402, 'keep_first']),
  )
  expect((await proof.buyer.call('DELETE', `/creations/${proof.id}`)).status).toBe(409)
  // The proof cannot be an input of another run, and a stranger cannot see it.
  const { body: other } = await proof.buyer.call<{ id: string }>('POST', '/workflows', {
    ...recipeFor(proof.buyer.anonymousId),
    inputs: [{ key: 'photo', type: 'image' }],
    steps: [{ id: 'redo', provider: 'local', function_type: 'restyle', first_image: '{{photo}}' }],
    output: 'redo',
  })
  const reused = await remix(proof.buyer, other.id, { user_inputs: { photo: { id: whole.id } } })
  expect([reused.status, reused.body.error]).toEqual([
    400,
    'photo names no file of yours. Please upload it again.',
  ])
  expect((await look(proof, new Visitor(app.url))).status).toBe(404)
  const listed = JSON.stringify(
    (await proof.buyer.call('GET', `/workflows/${workflow}/creations`)).body,
  )
  const job = JSON.stringify((await proof.buyer.call('GET', `/jobs/${proof.jobId}`)).body)
  for (const text of [listed, job, JSON.stringify(seen)]) expect(text).not.toContain(whole.id)
})

test('a kept proof is charged once, opens the whole file, and is public as was ticked', async () => {
  const proof = await buyProof(app, workflow)
  const before = await rowOf(proof)
  const answers = await Promise.all(Array.from({ length: 10 }, () => decide(proof, 'keep')))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const payment = await paymentOf(app, proof)
  await performCapture(app.ctx, payment.id)
  expect(await paymentOf(app, proof)).toMatchObject({ state: 'captured', captured: 300 })
  const { body: seen } = await look(proof, new Visitor(app.url))
  expect(seen).toMatchObject({ public: true, proof: null, media: { width: 1200, height: 900 } })
  expect((await fileOf(before.mediaId)).deletedAt).not.toBeNull()
  expect((await proof.buyer.call('GET', `/creations/${proof.id}/receipt`)).status).toBe(200)
  expect((await decide(proof, 'decline')).body).toMatchObject({ code: 'payment_state' })
  expect((await decide(proof, 'redraw')).body).toMatchObject({ code: 'payment_state' })
  expect((await proof.buyer.fetch(`/api/v1/creations/${proof.id}/download`)).status).toBe(200)
})

test('a declined proof is gone for good, and nothing is charged', async () => {
  const proof = await buyProof(app, workflow)
  const { mediaId, wholeMediaId } = await rowOf(proof)
  expect((await decide(proof, 'decline')).status).toBeLessThan(300)
  const payment = await paymentOf(app, proof)
  await performRelease(app.ctx, payment.id)
  expect(await paymentOf(app, proof)).toMatchObject({ state: 'released', captured: 0 })
  expect((await look(proof)).status).toBe(404)
  expect((await proof.buyer.call('POST', `/creations/${proof.id}/restore`)).status).toBe(404)
  expect((await decide(proof, 'keep')).status).toBe(404)
  for (const id of [mediaId, wholeMediaId]) expect((await fileOf(id)).deletedAt).not.toBeNull()
  const receipt = (actor: Visitor) => actor.call('GET', `/creations/${proof.id}/receipt`)
  expect((await receipt(proof.buyer)).body).toMatchObject({
    receipt: { id: payment.id, state: 'released' },
    creation_id: null,
  })
  expect((await receipt(new Visitor(app.url))).body).not.toHaveProperty('receipt.id')
})

test('what was wrong with a declined proof is kept, and told to its creator as a number, of so few as none', async () => {
  const creator = new Visitor(app.url)
  const { id } = await publish(creator, { price: 300, proof: { draws: 2 } })
  const proof = await buyProof(app, id)
  expect((await decide(proof, 'decline', { reason: 'too ugly for words' })).status).toBe(400)
  expect(await stateOf(proof)).toBe('delivered')
  expect((await decide(proof, 'decline', { reason: 'words' })).status).toBeLessThan(300)
  const { declineReason, buyerId } = await paymentOf(app, proof)
  expect(declineReason).toBe('words')
  const { body } = await creator.call('GET', `/workflows/${id}/numbers`)
  expect(body['declines']).toEqual([
    { reason: 'words', times: null },
    { reason: 'preview', times: 0 },
    { reason: 'quality', times: 0 },
    { reason: 'mind', times: 0 },
  ])
  expect(JSON.stringify(body)).not.toContain(buyerId)
})

/** The gallery of the buyer: each creation, and until when it waits as a proof. */
async function listWaiting({ buyer }: Proof) {
  const { body } = await buyer.call<{ items: { id: string; proof_until?: string }[] }>(
    'GET',
    `/users/${buyer.anonymousId}/creations`,
  )
  return body.items.map((item) => [item.id, item.proof_until])
}

test('further proofs wait beside the first one, as many as were offered, until one is kept', async () => {
  const first = await buyProof(app, workflow)
  clock.hours += 1
  const second = await drawAnother(first)
  const until = (await paymentOf(app, first)).decideBy?.toISOString()
  for (const proof of [first, second]) {
    const { body: seen } = await look(proof)
    expect(seen.proof).toMatchObject({ draws_left: 0, drawing: false })
    expect(seen.proof?.beside.map(({ id }) => id)).toEqual([first.id, second.id])
    // The newest proof moves the end of the time of all.
    expect(seen.proof?.expires_at).toBe(until)
  }
  expect(await listWaiting(first)).toEqual([
    [second.id, until],
    [first.id, until],
  ])
  expect((await decide(first, 'redraw')).body).toMatchObject({
    code: 'payment_state',
    error: 'This was the last proof of this payment.',
  })
  expect((await decide(first, 'keep')).status).toBe(200)
  const payment = await paymentOf(app, first)
  expect(payment).toMatchObject({ creationId: first.id, jobId: first.jobId, proofsShown: 2 })
  await performCapture(app.ctx, payment.id)
  expect(await stateOf(first)).toBe('captured')
  expect((await look(first)).body).toMatchObject({ proof: null, media: { width: 1200 } })
  expect(await listWaiting(first)).toEqual([[first.id, undefined]])
  expect((await look(second)).status).toBe(404)
  const dropped = await rowOf(second)
  for (const id of [dropped.mediaId, dropped.wholeMediaId]) {
    expect((await fileOf(id)).deletedAt).not.toBeNull()
  }
  expect((await decide(second, 'keep')).status).toBe(404)
})

test('a further proof may be of other words, checked as before the payment, and counts as one', async () => {
  const first = await buyProof(app, workflow)
  const change = (wish: string, by = first) => decide(by, 'redraw', { user_inputs: { wish } })
  expect(await change('A pipe bomb')).toMatchObject({
    status: 422,
    body: { code: 'content_refused', details: [{ path: 'user_inputs.wish' }] },
  })
  expect(await change('long '.repeat(2_000))).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', details: [{ path: 'user_inputs.wish' }] },
  })
  const stranger = { ...first, buyer: new Visitor(app.url) }
  expect((await change('a cat', stranger)).status).toBe(404)
  expect(await stateOf(first)).toBe('delivered')

  const second = await drawAnother(first, { user_inputs: { wish: 'a cat' } })
  expect(prompts.at(-1)).toBe('A a cat')
  // A mended word changes nothing else.
  expect(seeds.at(-1)).toBe(seeds.at(-2))
  expect((await look(second)).body).toMatchObject({
    user_inputs: { wish: 'a cat' },
    workflow_version: 1,
    proof: { price: 300, draws_left: 0 },
  })
  expect((await look(first)).body.user_inputs).toEqual({ wish: 'boat' })
  expect((await change('a dog')).body.error).toBe('This was the last proof of this payment.')
  expect((await decide(second, 'keep')).status).toBe(200)
  expect(await paymentOf(app, first)).toMatchObject({ creationId: second.id, amount: 300 })
})

test('who declines one proof of a payment declines all', async () => {
  const first = await buyProof(app, workflow)
  const second = await drawAnother(first, { user_inputs: { wish: 'boat' } })
  // The same words are another chance, however they were asked for.
  expect(seeds.at(-1)).not.toBe(seeds.at(-2))
  expect((await decide(first, 'decline')).status).toBeLessThan(300)
  for (const proof of [first, second]) expect((await look(proof)).status).toBe(404)
  expect(['release_requested', 'released']).toContain(await stateOf(first))
})

test('while another proof is drawn nothing is decided; without it the first one waits as before', async () => {
  const first = await buyProof(app, workflow)
  const { decideBy } = await paymentOf(app, first)
  const gate = Promise.withResolvers<void>()
  drawing = gate.promise
  onTestFinished(() => gate.resolve())
  const drawn = await decide(first, 'redraw')
  for (const action of ['keep', 'decline', 'redraw'] as const) {
    expect((await decide(first, action)).body).toMatchObject({
      code: 'payment_state',
      error: expect.stringMatching(/^Another proof is being drawn on this payment/),
    })
  }
  expect((await look(first)).body.proof).toMatchObject({ drawing: true, draws_left: 1 })
  await first.buyer.call('DELETE', `/jobs/${drawn.body.job_id}`)
  expect(await paymentOf(app, first)).toMatchObject({
    state: 'delivered',
    creationId: first.id,
    jobId: first.jobId,
    decideBy,
    proofsShown: 1,
  })
  expect((await look(first)).body.proof).toMatchObject({ drawing: false, draws_left: 1 })
  gate.resolve()
  expect((await decide(first, 'keep')).status).toBe(200)
})

test('after three runs without a proof no more are begun on a payment, and what waits is kept', async () => {
  const first = await buyProof(app, workflow)
  const gate = Promise.withResolvers<void>()
  drawing = gate.promise
  onTestFinished(() => gate.resolve())
  for (let time = 0; time < 3; time++) {
    const { job_id } = (await decide(first, 'redraw')).body
    await first.buyer.call('DELETE', `/jobs/${job_id}`)
  }
  expect((await decide(first, 'redraw')).body.error).toMatch(/^Too many tries on this payment/)
  expect((await decide(first, 'keep')).status).toBe(200)
})

test('silence for a day releases, after a notice, and the proof goes', async () => {
  const proof = await buyProof(app, workflow)
  const toldOf = async () =>
    (await app.ctx.db.select().from(notices).where(eq(notices.subjectId, proof.id))).map(
      ({ kind }) => kind,
    )
  await runWarnUndecided(app.ctx)
  expect(await toldOf()).toEqual([])
  clock.hours += 20
  await runWarnUndecided(app.ctx)
  await runWarnUndecided(app.ctx)
  expect(await toldOf()).toEqual(['proof_ending'])
  const noticesOf = async () => {
    const { buyerId } = await paymentOf(app, proof)
    const row = await findPrincipalRow(app.ctx, buyerId)
    const as = actAs(app.ctx, row ? toPrincipal(row, app.ctx.config) : null)
    const list = await listNotices(as, { limit: 20, offset: 0 })
    return list.notices.map(({ kind, over, picture }) => [kind, over, picture?.kind])
  }
  expect(await noticesOf()).toContainEqual(['proof_ending', false, 'image'])
  await sweepPayments(app.ctx)
  expect(await stateOf(proof)).toBe('delivered')
  clock.hours += 5
  expect((await decide(proof, 'keep')).body).toMatchObject({ code: 'payment_state' })
  await sweepPayments(app.ctx)
  expect(['release_requested', 'released']).toContain(await stateOf(proof))
  const { rowCount } = await app.ctx.db.execute(sql`
    select 1 from pgboss.job where name = 'proofs.drop' and data ->> 'creationId' = ${proof.id}`)
  expect(rowCount).toBe(1)
  await dropEndedProof.run(app.ctx, { creationId: proof.id })
  expect((await look(proof)).status).toBe(404)
  expect(await noticesOf()).toContainEqual(['proof_ending', true, undefined])
})

test('the bar is told of the proof that ends first, until it is decided or over', async () => {
  const waitingOf = async (by: Visitor) =>
    (
      await by.call<{ proof: { creation_id: string; until: string } | null }>(
        'GET',
        '/users/me/proof',
      )
    ).body.proof
  expect(await waitingOf(new Visitor(app.url))).toBeNull()
  const first = await buyProof(app, workflow)
  clock.hours += 1
  const second = await buyProof(app, workflow, first.buyer)
  const { decideBy } = await paymentOf(app, first)
  expect(await waitingOf(first.buyer)).toEqual({
    creation_id: first.id,
    until: decideBy?.toISOString(),
  })
  await decide(first, 'decline')
  expect((await waitingOf(first.buyer))?.creation_id).toBe(second.id)
  const further = await drawAnother(second)
  expect((await waitingOf(first.buyer))?.creation_id).toBe(further.id)
  clock.hours += 25
  expect(await waitingOf(first.buyer)).toBeNull()
})

test('a deleted account’s proof is not charged', async () => {
  const proof = await buyProof(app, workflow)
  const { buyerId } = await paymentOf(app, proof)
  await inTransaction(app.ctx, (tx) =>
    identityEvents.accountDeleted.emit(tx, { principalId: buyerId }),
  )
  expect(['release_requested', 'released']).toContain(await stateOf(proof))
  expect((await rowOf(proof)).deletedAt).not.toBeNull()
})

test('after three declines in a day the next run is charged on delivery, as the checkout says', async () => {
  // At noon, so that no midnight (UTC) comes between.
  clock.hours += (36 - app.ctx.clock.now().getUTCHours()) % 24
  const buyer = new Visitor(app.url)
  // A card that no other test pays with.
  const card = '5555555555554444'
  for (const action of ['decline', 'decline', 'decline'] as const) {
    const proof = await buyProof(app, workflow, buyer, card)
    expect(proof.opened).toMatchObject({ proof: { draws: 2 }, why_no_proof: null })
    await decide(proof, action)
  }
  const last = await buyProof(app, workflow, buyer, card)
  expect(last.opened).toMatchObject({
    proof: null,
    why_no_proof:
      'Three proofs were declined here today, so this remix is charged when it is delivered.',
  })
  expect((await look(last)).body).toMatchObject({ proof: null, public: true })
  expect(['capture_requested', 'captured']).toContain(await stateOf(last))
  // A new visitor's card is known from the first purchase on.
  const other = new Visitor(app.url)
  await decide(await buyProof(app, workflow, other, card), 'keep')
  expect((await buyProof(app, workflow, other, card)).opened).toMatchObject({ proof: null })
  clock.hours += 24
  expect((await buyProof(app, workflow, buyer, card)).opened).toMatchObject({ proof: { draws: 2 } })
})

test('a recipe with a cost offers proofs within the operator’s budget of the day', async () => {
  const costly = await publishProof(app, 2, 20)
  const seen = () => new Visitor(app.url).call<WorkflowView>('GET', `/workflows/${costly}`)
  const begin = async () =>
    (await openCheckout(new Visitor(app.url), costly, { public: true })).body.proof
  expect((await seen()).body.proof).toBeNull()
  expect(await begin()).toBeNull()
  app.ctx.config.PROOF_DAILY_BUDGET_CENTS = 100
  expect((await seen()).body.proof).toEqual({ draws: 2 })
  const begun = await Promise.all(Array.from({ length: 5 }, begin))
  // Two sales may cost 80 cents; a third could cost more than the rest.
  expect(begun.filter(Boolean)).toHaveLength(2)
})

test('how many proofs were kept is told from twenty on', async () => {
  const kept = async () =>
    (await new Visitor(app.url).call<WorkflowView>('GET', `/workflows/${workflow}`)).body.kept
  const count = (proofsEnded: number) =>
    app.ctx.db
      .update(workflows)
      .set({ proofsEnded, proofsKept: 3 })
      .where(eq(workflows.id, workflow))
  await count(18)
  await decide(await buyProof(app, workflow), 'decline')
  expect(await kept()).toBeNull()
  const { rows } = await app.ctx.db.execute(
    sql`select remix_count from workflows where id = ${workflow}`,
  )
  await decide(await buyProof(app, workflow), 'keep')
  expect(await kept()).toEqual({ kept: 4, of: 20 })
  const after = await app.ctx.db.execute(
    sql`select remix_count from workflows where id = ${workflow}`,
  )
  expect(Number(after.rows[0]?.['remix_count'])).toBe(Number(rows[0]?.['remix_count']) + 1)
})

const DISPUTED = '4000 0000 0000 0259'

/** Keeps a proof that was bought with the card that is disputed; answers what the bank would be told. */
async function keepAndDispute(proof: Proof): Promise<() => Promise<EvidenceTexts>> {
  await decide(proof, 'keep')
  const payment = await paymentOf(app, proof)
  await performCapture(app.ctx, payment.id)
  const sold = { paymentId: payment.id, sessionId: proof.sessionId }
  await settle(app, sold)
  const { id } = await disputeOf(app, sold)
  return async () => gatherEvidence(app.ctx, await getDisputed(app.ctx, id))
}

test('the evidence of a proof-first sale tells the proof, the decision to keep it and the whole file apart', async () => {
  const proof = await buyProof(app, workflow, undefined, DISPUTED)
  await look(proof)
  clock.hours += 1
  const told = await keepAndDispute(proof)
  const log = async () => (await told()).access.split('\n').map((line) => line.slice(25))
  const kept = [
    'The buyer authorised $3.00 by card.',
    'The buyer started the run with inputs of the buyer’s own.',
    'A small, marked proof was ready for the buyer; the whole file stayed closed.',
    'The buyer’s browser loaded the proof for the first time.',
    'The buyer chose Keep for $3.00 (USD), the price named beside the proof, and the whole file was opened to the buyer’s browser and library.',
    '$3.00 was charged, after the whole file was opened.',
  ]
  expect(await log()).toEqual(kept)
  const times = (await told()).access.split('\n').map((line) => Date.parse(line.slice(0, 19)))
  const [, , ready = 0, seen = 0, keptAt = 0] = times
  expect([seen < ready + 60_000, keptAt >= ready + 3_600_000]).toEqual([true, true])
  expect((await told()).product).toContain(
    'shown first as a small, marked proof, and opened online as a whole file when the buyer kept it',
  )
  expect((await told()).refundPolicy).toContain('charged only if the buyer keeps it')
  clock.hours += 1
  await look(proof)
  await (await proof.buyer.fetch(`/api/v1/creations/${proof.id}/download`)).arrayBuffer()
  expect(await log()).toEqual([
    ...kept,
    'The buyer’s browser loaded the whole creation for the first time.',
    'The buyer downloaded the whole file for the first time.',
  ])
})

test('the evidence says of a proof only what was recorded', async () => {
  const proof = await buyProof(app, workflow, undefined, DISPUTED)
  await app.ctx.db.update(creations).set({ proofSeenAt: null }).where(eq(creations.id, proof.id))
  const { access: log } = await (await keepAndDispute(proof))()
  expect(log).toContain('The buyer chose Keep for $3.00 (USD)')
  expect(log).not.toMatch(/loaded|downloaded|delivered/)
})

test('is no picture for another recipe before it is kept, and the whole file is one afterwards', async () => {
  const proof = await buyProof(app, workflow)
  const seller = new Visitor(app.url)
  const { id: other } = await publish(seller, {
    inputs: [
      { key: 'wish', type: 'text', required: false },
      { key: 'photo', type: 'image', display_name: 'Your photo' },
    ],
  })
  const use = (by: Visitor, url: string) => remix(by, other, { user_inputs: { photo: url } })
  const shown = (await look(proof)).body.media?.url ?? ''
  const refused = await use(proof.buyer, shown)
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({
    code: 'validation_failed',
    details: [
      {
        path: 'user_inputs.photo',
        message: 'Your photo is a proof. Keep it first, then it can be used.',
      },
    ],
  })

  const foreign = await use(new Visitor(app.url), shown)
  expect(foreign.body).toMatchObject({
    details: [{ message: 'Your photo names no file of yours. Please upload it again.' }],
  })

  await decide(proof, 'keep')
  const whole = (await look(proof)).body.media?.url ?? ''
  expect(whole).not.toBe(shown)
  expect((await use(proof.buyer, whole)).status).toBe(200)
  expect((await use(proof.buyer, shown)).status).toBe(400)
})
