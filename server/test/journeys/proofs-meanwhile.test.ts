import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/ctx.ts'
import { identityEvents } from '../../src/features/identity/index.ts'
import { moderatedSubjects } from '../../src/features/moderation/index.ts'
import { performCapture } from '../../src/features/payments/capture/capture.ts'
import { performRelease } from '../../src/features/payments/capture/release-payment.ts'
import { releaseCommand } from '../../src/features/payments/cli.ts'
import { dropEndedProof } from '../../src/features/purchases/proof-end.ts'
import { creations } from '../../src/schema/creations.ts'
import { media } from '../../src/schema/media.ts'
import { workflows } from '../../src/schema/workflows.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import {
  buyProof,
  decide,
  look,
  type Proof,
  paymentOf,
  publishProof,
} from '../support/money/proof-desk.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

// What happens to people and recipes while a buyer has not decided about a proof yet.

let app: TestApp
beforeAll(async () => {
  const provider = createScriptedProvider({ start: () => picture('#336699', 1200, 900) })
  app = await startTestApp({ providers: [provider], env: UNLIMITED_RATES })
})
afterAll(() => app.close())

async function filesOf({ id }: Proof) {
  const [row] = await app.ctx.db.select().from(creations).where(eq(creations.id, id))
  const ids = [row?.mediaId, row?.wholeMediaId].filter((one) => one != null)
  return Promise.all(
    ids.map(async (mediaId) => {
      const [file] = await app.ctx.db.select().from(media).where(eq(media.id, mediaId))
      if (!file) throw new Error('no such file')
      return file
    }),
  )
}

/** Expects that the authorisation is released, and that both files are deleted. */
async function expectLetGo(proof: Proof) {
  const payment = await paymentOf(app, proof)
  await performRelease(app.ctx, payment.id)
  await dropEndedProof.run(app.ctx, { creationId: proof.id })
  expect(await paymentOf(app, proof)).toMatchObject({ state: 'released', captured: 0 })
  for (const file of await filesOf(proof)) expect(file.deletedAt).not.toBeNull()
  expect((await decide(proof, 'keep')).status).toBeGreaterThanOrEqual(400)
  expect((await paymentOf(app, proof)).captured).toBe(0)
}

async function expectKept(proof: Proof) {
  expect((await decide(proof, 'keep')).status).toBe(200)
  const payment = await paymentOf(app, proof)
  await performCapture(app.ctx, payment.id)
  expect(await paymentOf(app, proof)).toMatchObject({ state: 'captured', captured: 300 })
  expect((await look(proof)).body).toMatchObject({ proof: null, media: { width: 1200 } })
}

test('a banned buyer is charged nothing, and the proof is deleted', async () => {
  const proof = await buyProof(app, await publishProof(app))
  const { buyerId: principalId } = await paymentOf(app, proof)
  const at = app.ctx.clock.now()
  await inTransaction(app.ctx, (tx) =>
    identityEvents.principalBanned.emit(tx, { principalId, banned: true, at }),
  )
  await expectLetGo(proof)
})

test('a proof whose authorisation the operator released cannot be kept', async () => {
  const proof = await buyProof(app, await publishProof(app))
  const { id } = await paymentOf(app, proof)
  expect(await releaseCommand.run(app.ctx, [id])).toMatch(/^released: /)
  await expectLetGo(proof)
})

test('a proof of a recipe that was hidden, or taken down, since is decided as before', async () => {
  const hidden = await publishProof(app)
  const first = await buyProof(app, hidden)
  const second = await buyProof(app, hidden)
  await inTransaction(app.ctx, (tx) =>
    moderatedSubjects.workflow.setHidden.ask(tx, { id: hidden, hiddenAt: tx.clock.now() }),
  )
  await expectKept(first)
  expect((await decide(second, 'redraw')).status).toBe(410)
  expect((await decide(second, 'decline')).status).toBeLessThan(300)
  await expectLetGo(second)

  const taken = await publishProof(app)
  const third = await buyProof(app, taken)
  await app.ctx.db
    .update(workflows)
    .set({ deletedAt: app.ctx.clock.now() })
    .where(eq(workflows.id, taken))
  await expectKept(third)
})

test('a proof that moderation hides cannot be kept, but its buyer can decline it', async () => {
  const proof = await buyProof(app, await publishProof(app))
  await inTransaction(app.ctx, (tx) =>
    moderatedSubjects.creation.setHidden.ask(tx, { id: proof.id, hiddenAt: tx.clock.now() }),
  )
  const refused = await decide(proof, 'keep')
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(refused.body.error).toContain('hidden by a moderator')
  expect(await paymentOf(app, proof)).toMatchObject({ state: 'delivered', captured: 0 })
  expect((await look(proof, new Visitor(app.url))).status).toBe(404)
  expect((await decide(proof, 'decline')).status).toBeLessThan(300)
  await expectLetGo(proof)
})

test('a proof whose creator deletes the account meanwhile can be kept or declined as before', async () => {
  const workflowId = await publishProof(app)
  const kept = await buyProof(app, workflowId)
  const declined = await buyProof(app, workflowId)
  const [recipe] = await app.ctx.db.select().from(workflows).where(eq(workflows.id, workflowId))
  await inTransaction(app.ctx, (tx) =>
    identityEvents.accountDeleted.emit(tx, { principalId: recipe?.ownerId ?? '' }),
  )
  await expectKept(kept)
  expect((await decide(declined, 'decline')).status).toBeLessThan(300)
  await expectLetGo(declined)
})

test('a guest who signs in while a proof waits keeps it with the account, once for both browsers', async () => {
  const buyer = new Visitor(app.url)
  const proof = await buyProof(app, await publishProof(app), buyer)
  const browser = new Browser(app.url)
  for (const [name, value] of buyer.cookies) browser.cookies.set(name, value)
  await signIn(browser, 'former-guest@example.com')
  const keep = () =>
    browser.json<{ is_owner: boolean }>(`/creations/${proof.id}/keep`, { body: {} })
  const answers = await Promise.all(Array.from({ length: 10 }, keep))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const payment = await paymentOf(app, proof)
  await performCapture(app.ctx, payment.id)
  expect(await paymentOf(app, proof)).toMatchObject({ state: 'captured', captured: 300 })
  const { body } = await browser.json<{ purchases: { state: string }[] }>('/payments')
  expect(body.purchases.map(({ state }) => state)).toEqual(['captured'])
})

test('before a proof is kept, no address in any answer leads to the whole file', async () => {
  const proof = await buyProof(app, await publishProof(app))
  const paths = [
    `/creations/${proof.id}`,
    `/jobs/${proof.jobId}`,
    `/creations/${proof.id}/receipt`,
    `/workflows/${proof.workflowId}`,
    `/workflows/${proof.workflowId}/creations`,
    '/users/me/jobs',
    '/payments',
    `/users/${proof.buyer.anonymousId}/creations`,
  ]
  const texts = await Promise.all(
    paths.map(async (path) => (await proof.buyer.fetch(`/api/v1${path}`)).text()),
  )
  const addresses = new Set(texts.join('\n').match(/\/media\/[^"\\\s]+/g))
  expect(addresses.size).toBeGreaterThan(0)
  const [, whole] = await filesOf(proof)
  for (const address of addresses) {
    expect(address).not.toContain(whole?.id)
    const answer = await proof.buyer.fetch(address)
    const length = (await answer.arrayBuffer()).byteLength
    if (answer.ok) expect(length).not.toBe(whole?.bytes)
  }
  const guessed = [...addresses].map((address) =>
    address.replaceAll(/[0-9a-f-]{36}/g, whole?.id ?? ''),
  )
  for (const address of guessed) {
    expect((await proof.buyer.fetch(address)).status).toBe(404)
  }
  expect((await proof.buyer.fetch(`/api/v1/creations/${proof.id}/download`)).status).toBe(402)
})
