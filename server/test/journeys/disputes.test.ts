import type { AdminDisputeView, DisputeView } from '@vignette/contract/disputes.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { performEvidence } from '../../src/features/cases/perform-evidence.ts'
import { sweepDisputes } from '../../src/features/cases/sweep-disputes.ts'
import { performRefund } from '../../src/features/payments/refunds/perform-refund.ts'
import { listRefunds } from '../../src/features/payments/refunds/refund.ts'
import { disputeEvidence, disputeNotes } from '../../src/schema/cases.ts'
import { notices } from '../../src/schema/notices.ts'
import { payments } from '../../src/schema/payments.ts'
import { idOf, publish } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { disputeOf, type Sold, sandboxOf, sell, settle } from '../support/money/sell-disputed.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const DISPUTED = '4000 0000 0000 0259'
const WARNED = '4000 0000 0000 5423'
const DAY = 24

let app: TestApp
let creator: Browser
let creatorId: string
let admin: Browser
let recipe: string
const clock = shiftClock()

beforeAll(async () => {
  const provider = createScriptedProvider({ start: () => picture() })
  app = await startTestApp({
    providers: [provider],
    env: UNLIMITED_RATES,
    change: clock.change,
  })
  creator = new Browser(app.url)
  await signIn(creator, 'ada@example.com')
  creatorId = await idOf(creator)
  admin = new Browser(app.url)
  await signIn(admin, 'operator@example.com', { admin: true })
  recipe = (await publish(creator, { name: 'A quiet harbour', price: 300 })).id
})
afterAll(() => app.close())

interface Fault {
  code: string
  error: string
}

async function disputed(): Promise<Sold & { id: string }> {
  const sold = await sell(app, recipe, DISPUTED)
  return { ...sold, id: (await disputeOf(app, sold)).id }
}

const send = (id: string) =>
  admin.json<AdminDisputeView & Fault>(`/admin/disputes/${id}/evidence`, { method: 'POST' })
const preview = async (id: string) =>
  (await admin.json<AdminDisputeView>(`/admin/disputes/${id}`)).body
const write = (browser: Browser, id: string, text: string) =>
  browser.json<DisputeView & Fault>(`/disputes/${id}/note`, { method: 'PUT', body: { text } })
const mine = async (id: string) =>
  (await creator.json<{ disputes: DisputeView[] }>('/disputes')).body.disputes.find(
    (each) => each.id === id,
  )
const attach = (browser: Browser, id: string, bytes: Uint8Array) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), '../../etc/a "strange" name.exe')
  return browser.json<DisputeView & Fault>(`/disputes/${id}/file`, { form })
}
const kindsTold = async (subject?: string) => {
  const rows = await app.ctx.db.select().from(notices).where(eq(notices.ownerId, creatorId))
  return rows.map(({ kind }) => kind).filter((kind) => kind.startsWith(subject ?? 'dispute'))
}

test('a dispute is seen by its creator, answered with evidence, and won', async () => {
  const { id, buyer, creationId, ...sold } = await disputed()
  await buyer.call('GET', `/creations/${creationId}`)
  await (await buyer.fetch(`/api/v1/creations/${creationId}/download`)).arrayBuffer()
  expect(await mine(id)).toMatchObject({
    recipe: 'A quiet harbour',
    amount: 300,
    share: 210,
    state: 'opened',
    phase: 'needs_response',
    reason: 'The buyer’s bank says that the buyer did not make this payment.',
    balance:
      '$2.10 of $3.00 is yours and is set aside until the bank decides. The bank’s fee is ours.',
    no_note: null,
    note: null,
    test_mode: true,
  })
  expect(
    (await write(creator, id, '  The picture shows the harbour that was asked for.  ')).body,
  ).toMatchObject({ note: { text: 'The picture shows the harbour that was asked for.' } })
  const texts = Object.fromEntries(
    (await preview(id)).texts.map(({ title, text }) => [title, text]),
  )
  expect(texts['What was sold']).toContain('from the recipe “A quiet harbour” (version 1)')
  for (const line of ['authorised $3.00', 'was delivered', 'loaded the creation', 'downloaded']) {
    expect(texts['Delivery']).toContain(line)
  }
  expect(texts['Terms']).toMatch(/The buyer accepted our terms of \d{4}-\d{2}-\d{2} on .* UTC/)
  expect(texts['Receipt, dispute and note']).toContain('The picture shows the harbour')
  expect((await send(id)).body).toMatchObject({ sending: 'requested' })
  await performEvidence(app.ctx, id)
  expect(await preview(id)).toMatchObject({
    sending: 'sent',
    phase: 'under_review',
    no_evidence: expect.stringContaining('A bank takes evidence once.'),
  })
  const { evidence } = await sandboxOf(app).sandbox.get('dispute', id)
  expect(evidence['uncategorized_text']).toContain('The picture shows the harbour')
  await sandboxOf(app).moveDispute(id, 'won')
  await settle(app, sold)
  expect(await mine(id)).toMatchObject({
    state: 'won',
    balance: '$2.10 is in your balance again.',
    no_note: expect.stringContaining('was sent'),
  })
  expect(await kindsTold()).toEqual(['dispute_opened', 'dispute_won'])
})

test('the evidence tells when a buyer complained, and none of the buyer’s words', async () => {
  const { buyer, ...sold } = await sell(app, recipe)
  const opened = await buyer.call('POST', `/payment/${sold.paymentId}/case`, {
    reason: 'not_what_i_asked',
    text: 'My secret harbour is missing.',
  })
  expect(opened.status).toBe(201)
  const id = await sandboxOf(app).openDispute(sold.sessionId)
  await settle(app, sold)
  const texts = (await preview(id)).texts.map(({ text }) => text).join()
  expect(texts).toContain('The buyer said: “It is not what I asked for”.')
  expect(texts).toContain('The complaint ended with the dispute')
  expect(texts).not.toContain('secret harbour')
})

test('the button works once: ten at once, a second press and a late one are refused in words', async () => {
  const { id } = await disputed()
  const pressed = await Promise.all(Array.from({ length: 10 }, () => send(id)))
  expect(pressed.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
    200,
    ...Array(9).fill(409),
  ])
  await Promise.all(Array.from({ length: 10 }, () => performEvidence(app.ctx, id)))
  expect((await send(id)).body).toMatchObject({
    code: 'payment_state',
    error: expect.stringContaining('A bank takes evidence once.'),
  })
  expect(await write(creator, id, 'One more thing.')).toMatchObject({ status: 409 })
  const late = await disputed()
  // Sessions end after fourteen days.
  const enter = async () => {
    await signIn(admin, 'operator@example.com', { admin: true, fresh: true })
    await signIn(creator, 'ada@example.com')
  }
  clock.hours += 15 * DAY
  try {
    await enter()
    expect((await send(late.id)).body.error).toContain('that time has passed')
    expect((await write(creator, late.id, 'Too late.')).body.error).toContain(
      'that time has passed',
    )
  } finally {
    clock.hours -= 15 * DAY
    await enter()
  }
})

/** No reader of PDFs is safe from them, so that none passes, nor what only claims to be one. */
const NO_PICTURES = {
  'a plain PDF': '%PDF-1.7\n<< /Type /Catalog >>\n%%EOF\n',
  'a program by another spelling': '%PDF-1.7\n<< /S /J#61vaScript /J#53 (app.alert(1)) >>\n%%EOF\n',
  'a start of a program': '%PDF-1.7\n<< /S /L#61unch /F (cmd.exe) >>\n%%EOF\n',
  'an object stream': '%PDF-1.7\n1 0 obj << /Type /ObjStm /Filter /FlateDecode >>\n%%EOF\n',
  'an executable that names %PDF-': 'MZ\x90\0\x03 %PDF-1.7 %%EOF\n',
  'a zip that names %PDF-': 'PK\x03\x04 %PDF-1.7 %%EOF\n',
  'a page that names %PDF-': '<!doctype html><script>alert(1)</script> %PDF-1.7 %%EOF\n',
}

test('only the creator gives a note and a file, and the file is a picture written anew', async () => {
  const { id, buyer } = await disputed()
  const stranger = new Browser(app.url)
  await signIn(stranger, 'mallory@example.com')
  expect(await write(stranger, id, 'I lie.')).toMatchObject({ status: 404 })
  expect((await buyer.call('PUT', `/disputes/${id}/note`, { text: 'I lie.' })).status).toBe(404)
  const drawn = await picture('#336699', 120, 100)
  if (drawn.state !== 'done' || drawn.product.from !== 'bytes') throw new Error('no picture')
  expect(await attach(stranger, id, drawn.product.bytes)).toMatchObject({ status: 404 })
  for (const [kind, text] of Object.entries(NO_PICTURES)) {
    const refused = await attach(creator, id, Buffer.from(text, 'latin1'))
    expect([kind, refused.status, refused.body.code]).toEqual([kind, 415, 'unsupported_media'])
    expect((await mine(id))?.note?.file ?? null).toBeNull()
  }
  const noise = Buffer.alloc(3 * 1024 * 1024, '%PDF-')
  expect((await attach(creator, id, noise)).status).toBe(413)
  const behind = Buffer.concat([drawn.product.bytes, Buffer.from('MZ and a program behind')])
  const kept = (await attach(creator, id, behind)).body.note?.file
  expect(kept).toEqual({ name: 'evidence.png', type: 'image/png' })
  const file = await creator.fetch(`/api/v1/disputes/${id}/file`)
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="evidence.png"')
  expect(await file.text()).not.toContain('a program behind')
  expect((await stranger.fetch(`/api/v1/disputes/${id}/file`)).status).toBe(404)
  await send(id)
  await performEvidence(app.ctx, id)
  const { sandbox } = sandboxOf(app)
  const { evidence } = await sandbox.get('dispute', id)
  const sent = await sandbox.get('file', evidence['uncategorized_file'] ?? '')
  expect(sent.filename).toBe('evidence.png')
  const removed = await creator.json<Fault>(`/disputes/${id}/file`, { method: 'DELETE' })
  expect(removed).toMatchObject({ status: 409 })
})

test('creators and operators hear in time of a dispute that waits, once each', async () => {
  const { id } = await disputed()
  const asked = async () => (await kindsTold('dispute_note_wanted')).length
  const warned = async () =>
    (await app.ctx.db.select().from(notices).where(eq(notices.kind, 'dispute_unanswered'))).length
  const before = [await asked(), await warned()]
  const since = async () => [
    (await asked()) - (before[0] ?? 0),
    (await warned()) - (before[1] ?? 0),
  ]
  await sweepDisputes(app.ctx)
  expect(await since()).toEqual([0, 0])
  clock.hours += 11 * DAY + 1
  try {
    await sweepDisputes(app.ctx)
    const notes = (await since())[0]
    expect(notes).toBeGreaterThanOrEqual(1)
    expect((await since())[1]).toBe(0)
    clock.hours += 2 * DAY
    await sweepDisputes(app.ctx)
    await sweepDisputes(app.ctx)
    expect((await since())[0]).toBe(notes)
    expect((await since())[1]).toBe(notes)
  } finally {
    clock.hours -= 13 * DAY + 1
  }
  expect((await preview(id)).sending).toBe('none')
})

test('an early warning offers one refund in full, to the creator and to the operator', async () => {
  const { paymentId, ...sold } = await sell(app, recipe, WARNED)
  const warnings = async (browser: Browser, path: string) =>
    (
      await browser.json<{ warnings: { payment_id: string; amount: number; share: number }[] }>(
        path,
      )
    ).body.warnings
  const refund = (browser: Browser) =>
    browser.json<{ amount: number } & Fault>(`/disputes/warnings/${paymentId}/refund`, {
      method: 'POST',
    })
  // The sandbox announces the warning by a webhook, which a task takes up.
  await expect
    .poll(() => warnings(creator, '/disputes'))
    .toContainEqual(expect.objectContaining({ payment_id: paymentId, amount: 300, share: 210 }))
  expect(await warnings(admin, '/admin/disputes')).toContainEqual(
    expect.objectContaining({ payment_id: paymentId }),
  )
  const stranger = new Browser(app.url)
  await signIn(stranger, 'eve@example.com')
  expect((await refund(stranger)).status).toBe(404)
  const pressed = await Promise.all(
    Array.from({ length: 10 }, (_, at) => refund(at % 2 ? creator : admin)),
  )
  expect(pressed.filter(({ status }) => status === 200)).toMatchObject([{ body: { amount: 300 } }])
  const [row] = await listRefunds(app.ctx, paymentId)
  await performRefund(app.ctx, row?.id ?? '')
  await settle(app, { paymentId, ...sold })
  const [payment] = await app.ctx.db.select().from(payments).where(eq(payments.id, paymentId))
  expect(payment).toMatchObject({ refunded: 300, disputed: 0 })
  expect(await warnings(creator, '/disputes')).toEqual([])
  expect(await kindsTold('fraud_warning')).toEqual(['fraud_warning'])
})

test('a dispute’s note and evidence are erased half a year after its end', async () => {
  const { id, ...sold } = await disputed()
  await write(creator, id, 'A note.')
  await send(id)
  await performEvidence(app.ctx, id)
  await sandboxOf(app).moveDispute(id, 'lost')
  await settle(app, sold)
  clock.hours += 181 * DAY
  try {
    await sweepDisputes(app.ctx)
  } finally {
    clock.hours -= 181 * DAY
  }
  const { db } = app.ctx
  expect(await db.select().from(disputeNotes).where(eq(disputeNotes.disputeId, id))).toEqual([])
  const [row] = await db.select().from(disputeEvidence).where(eq(disputeEvidence.disputeId, id))
  expect(row).toMatchObject({ state: 'sent', texts: null })
})

test('a guest’s disputes are the account’s after signing in', async () => {
  const guest = new Visitor(app.url)
  const sold = await sell(app, (await publish(guest, { price: 300 })).id, DISPUTED)
  const { id } = await disputeOf(app, sold)
  const ids = async (list: () => Promise<{ body: { disputes: DisputeView[] } }>) =>
    (await list()).body.disputes.map((each) => each.id)
  expect(await ids(() => guest.call('GET', '/disputes'))).toEqual([id])
  const browser = new Browser(app.url)
  for (const [name, value] of guest.cookies) browser.cookies.set(name, value)
  await signIn(browser, 'former-guest@example.com')
  expect(await ids(() => browser.json('/disputes'))).toEqual([id])
  expect((await write(browser, id, 'Mine still.')).status).toBe(200)
})
