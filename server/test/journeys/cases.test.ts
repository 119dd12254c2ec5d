// One file: all tests share one desk, and a second file would start a second server.

import type { CaseView } from '@vignette/contract/cases.ts'
import { formatDay } from '@vignette/contract/dates.ts'
import { STAFF_ROLES } from '@vignette/contract/staff.ts'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/ctx.ts'
import { caseCommands } from '../../src/features/cases/cli.ts'
import { sweepCases } from '../../src/features/cases/sweep-cases.ts'
import { banUser } from '../../src/features/identity/index.ts'
import { signReceipt } from '../../src/features/notices/letter-link.ts'
import { notifyOperators } from '../../src/features/notices/notify-operators.ts'
import { refundPayment } from '../../src/features/payments/index.ts'
import { cases } from '../../src/schema/cases.ts'
import { notices } from '../../src/schema/notices.ts'
import { paymentRefunds, payments } from '../../src/schema/payments.ts'
import { idOf, publish } from '../support/acts.ts'
import { Browser, signIn } from '../support/browser.ts'
import { callRoute } from '../support/call-route.ts'
import { actAs } from '../support/create-test-ctx.ts'
import { type CaseAnswer, type CaseDesk, openCaseDesk } from '../support/money/case-desk.ts'
import { sandboxOf } from '../support/money/sell-disputed.ts'
import { readZip } from '../support/read-zip.ts'

let desk: CaseDesk
let admin: Browser
beforeAll(async () => {
  desk = await openCaseDesk()
  admin = await desk.enter('admin@example.com', { admin: true })
})
beforeEach(() => {
  desk.clock.hours = 0
})
afterAll(() => desk.close())

const act = (browser: Browser, id: string, action: string, body: object = {}) =>
  browser.json<CaseAnswer>(`/cases/${id}/${action}`, { body })

const countRefunds = (paymentId: string) =>
  desk.app.ctx.db.$count(paymentRefunds, eq(paymentRefunds.paymentId, paymentId))

/** Kinds of notices that were told of a case, or of the refund of a granted one. */
async function toldOf(paymentId: string): Promise<string[]> {
  const rows = await desk.app.ctx.db
    .select({ kind: notices.kind })
    .from(notices)
    .where(sql`${notices.facts} ->> 'number' = ${paymentId} and ${notices.kind} like '%case%'`)
    .orderBy(notices.id)
  return rows.map(({ kind }) => kind)
}

/** Whether the admin has a notice of the time at which the case was marked as told. */
async function isOperatorTold(id: string): Promise<boolean> {
  const { db } = desk.app.ctx
  await notifyOperators(desk.app.ctx)
  const [row] = await db
    .select({ at: cases.operatorNotifiedAt })
    .from(cases)
    .where(eq(cases.id, id))
  if (!row?.at) return false
  const told = sql`${notices.kind} = 'waiting' and ${notices.facts} ->> 'newest' = ${row.at.toISOString()}`
  return (await db.$count(notices, and(eq(notices.ownerId, await idOf(admin)), told))) === 1
}

async function newCase(change: object = {}, buyer: Browser = desk.guest()) {
  const bought = await desk.buy(buyer)
  const { status, body } = await desk.open(buyer, bought.receipt.id, change)
  expect([status, body.error]).toEqual([201, undefined])
  return { buyer, ...bought, payment: bought.receipt.id, id: body.id, view: body }
}

async function listOf(browser: Browser, query: string): Promise<CaseView[]> {
  const { body } = await browser.json<{ cases: CaseView[] }>(query)
  return body.cases
}

async function openDispute(session: string): Promise<void> {
  await sandboxOf(desk.app).openDispute(session)
}

test('a buyer complains, the creator answers, the operator grants, and both are told', async () => {
  const { buyer, creation, payment, id, view } = await newCase({ share: false })
  expect(view).toMatchObject({
    state: 'open',
    side: 'buyer',
    waits_for: 'creator',
    amount: 300,
    creation_id: creation.id,
    words: `The creator may answer until ${formatDay(view.answer_by)}. After that we decide.`,
  })
  expect(Date.parse(view.answer_by) - Date.parse(view.created_at)).toBe(72 * 3_600_000)

  const [own] = await listOf(desk.creator, '/cases?side=creator&state=waiting')
  expect(own).toMatchObject({ id, text: 'The boat is no boat.', side: 'creator' })
  expect(own?.creation_id).toBe(null)
  expect(own?.creation).toBe(null)
  expect(await isOperatorTold(id)).toBe(false)
  const answered = await act(desk.creator, id, 'answer', { text: 'It is a kite indeed.' })
  expect(answered.body).toMatchObject({ state: 'answered', waits_for: 'operator' })
  expect((await act(desk.creator, id, 'answer', { text: 'And more.' })).status).toBe(409)

  const answer = await desk.creator.fetch('/api/v1/users/me/export')
  const zip = readZip(Buffer.from(await answer.arrayBuffer()))
  expect(JSON.parse(String(zip.get('cases-about-recipes.json')))).toMatchObject([
    { id, workflow_id: desk.recipe, text: 'The boat is no boat.', answer: 'It is a kite indeed.' },
  ])
  expect(JSON.parse(String(zip.get('cases.json')))).toEqual([])
  expect(String(zip.get('sales.csv'))).toContain(payment)

  expect(await isOperatorTold(id)).toBe(true)
  const waiting = await listOf(admin, '/admin/cases?state=waiting')
  expect(waiting.map((one) => one.id)).toContain(id)
  const granted = await act(admin, id, 'grant', { amount: 200, note: 'Half of it is a boat.' })
  expect(granted.body).toMatchObject({ state: 'granted', granted: 200, decided_by: 'operator' })
  await desk.refunded(buyer, creation.id, 200)
  expect((await desk.look(buyer, payment)).case).toMatchObject({
    state: 'granted',
    answer: 'It is a kite indeed.',
    decision: 'Half of it is a boat.',
    words: '$2.00 goes back to you; your bank may take some days to show it.',
  })
  expect(await toldOf(payment)).toEqual([
    'case_opened',
    'case_answered',
    'sale_case_closed',
    'case_granted',
  ])
  const audit = await admin.json<{ entries: object[] }>('/admin/audit')
  expect(audit.body.entries[0]).toMatchObject({
    action: 'grant',
    subject_type: 'case',
    subject_id: id,
    note: '$2.00 Half of it is a boat.',
  })
})

test('of ten grants by creator and operator at once one gives the money back', async () => {
  const { buyer, creation, payment, id } = await newCase()
  const clicks = Array.from({ length: 10 }, (_, at) =>
    act(at % 2 ? admin : desk.creator, id, 'grant'),
  )
  const statuses = (await Promise.all(clicks)).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)])
  await desk.refunded(buyer, creation.id, 300)
  expect(await countRefunds(payment)).toBe(1)
})

test('of ten openings at once one opens a case', async () => {
  const buyer = desk.guest()
  const { receipt } = await desk.buy(buyer)
  const tries = await Promise.all(Array.from({ length: 10 }, () => desk.open(buyer, receipt.id)))
  expect(tries.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(tries.filter(({ body }) => body.code === 'conflict')).toHaveLength(9)
})

test('a case can be opened for fourteen days, and not a day longer', async () => {
  const buyer = desk.guest()
  const { receipt } = await desk.buy(buyer)
  desk.clock.hours = 14 * 24 + 1
  const late = await desk.open(buyer, receipt.id)
  expect([late.status, late.body.code]).toEqual([409, 'payment_state'])
  expect((await desk.look(buyer, receipt.id)).why_not).toContain('14 days after the charge')
  desk.clock.hours = 14 * 24 - 1
  expect((await desk.open(buyer, receipt.id)).status).toBe(201)
})

test('the creator is reminded a day before, and afterwards the operator decides', async () => {
  const { buyer, payment, id } = await newCase()
  const { ctx } = desk.app
  desk.clock.hours = 47
  await sweepCases(ctx)
  expect(await toldOf(payment)).toEqual(['case_opened'])
  desk.clock.hours = 49
  await sweepCases(ctx)
  await sweepCases(ctx)
  expect(await toldOf(payment)).toEqual(['case_opened', 'case_reminder'])
  desk.clock.hours = 73
  await Promise.all(Array.from({ length: 5 }, () => sweepCases(ctx)))
  expect(await toldOf(payment)).toEqual(['case_opened', 'case_reminder', 'case_escalated'])
  expect((await desk.look(buyer, payment)).case).toMatchObject({
    state: 'open',
    waits_for: 'operator',
    words: 'The creator’s time for an answer is over. We decide now.',
  })
  // The operator's sign-in is of the beginning.
  desk.clock.hours = 0
  const refused = await act(admin, id, 'refuse', { reason: 'It is a boat.' })
  expect(refused.body).toMatchObject({ state: 'refused', decision: 'It is a boat.' })
  expect((await act(admin, id, 'grant')).status).toBe(409)
  expect(await countRefunds(payment)).toBe(0)
})

test('a withdrawn case stays closed, and another one cannot be opened', async () => {
  const { buyer, payment, id } = await newCase()
  expect((await act(buyer, id, 'withdraw')).body).toMatchObject({ state: 'withdrawn' })
  expect((await act(desk.creator, id, 'grant')).body.code).toBe('conflict')
  expect((await desk.open(buyer, payment)).body.code).toBe('conflict')
})

test('strangers see nothing of a case and change nothing', async () => {
  const { payment, id } = await newCase({ share: true })
  const stranger = desk.guest()
  const other = await desk.enter('other@example.com')
  await desk.buy(stranger)
  for (const browser of [stranger, other]) {
    expect((await browser.json(`/payment/${payment}/case`)).status).toBe(404)
    expect((await desk.open(browser, payment)).status).toBe(404)
    expect((await act(browser, id, 'answer', { text: 'Hello.' })).status).toBe(404)
    expect((await act(browser, id, 'withdraw')).status).toBe(404)
    expect(await listOf(browser, '/cases?side=creator')).toEqual([])
  }
  expect((await act(other, id, 'grant')).status).toBe(404)
  expect((await act(other, id, 'refuse', { reason: 'I say so.' })).status).toBe(403)
})

test('the creator sees the creation and its inputs while a buyer shares them, and no longer', async () => {
  const options = [{ value: 'boat', label: 'a boat' }]
  const wish = { key: 'wish', type: 'text', display_name: 'Your wish', options }
  const line = { key: 'line', type: 'text', display_name: 'A line', required: false }
  const buyer = desk.guest()
  const { creation, receipt } = await desk.buy(buyer, {
    recipe: await desk.publish({ price: 300, inputs: [wish, line] }),
    inputs: { line: '' },
  })
  const { id } = (await desk.open(buyer, receipt.id, { share: true })).body
  const waiting = await listOf(desk.creator, '/cases?side=creator&state=open')
  const own = waiting.find((one) => one.id === id)
  expect(own?.creation?.user_inputs).toEqual({ wish: 'boat', line: '' })
  expect(own?.creation?.inputs).toEqual([{ key: 'wish', label: 'Your wish', value: 'A boat' }])
  const url = own?.creation?.media?.url ?? ''
  const statusFor = async (browser: Browser) => (await browser.fetch(url)).status
  const stranger = await desk.enter('stranger@example.com')
  expect(await statusFor(buyer)).toBe(200)
  expect(await statusFor(desk.creator)).toBe(200)
  expect(await statusFor(admin)).toBe(200)
  expect(await statusFor(stranger)).toBe(404)
  expect((await desk.creator.json(`/creations/${creation.id}`)).status).toBe(404)
  await act(buyer, id, 'withdraw')
  expect(await statusFor(desk.creator)).toBe(404)
  expect(await statusFor(admin)).toBe(404)
  const closed = await listOf(desk.creator, '/cases?side=creator&state=closed')
  expect(closed.find((one) => one.id === id)?.creation).toBe(null)
})

test('the file of a creation that is not shared stays its buyer’s', async () => {
  const { creation } = await newCase({ share: false })
  const url = creation.image ?? ''
  expect(url).not.toBe('')
  expect((await desk.creator.fetch(url)).status).toBe(404)
  expect((await admin.fetch(url)).status).toBe(404)
})

test('the signed link of a receipt opens a case, shows the case, and withdraws the case once', async () => {
  const buyer = desk.guest()
  const { receipt } = await desk.buy(buyer)
  const { ctx } = desk.app
  const [row] = await ctx.db.select().from(payments).where(eq(payments.id, receipt.id))
  const buyerId = row?.buyerId ?? ''
  const token = signReceipt(ctx, { paymentId: receipt.id, buyerId }, ctx.clock.now())
  const elsewhere = new Browser(desk.app.url)
  const forged = token.replace(/\.[^.]+$/, `.${'A'.repeat(43)}`)
  const said = { reason: 'not_what_i_asked', text: 'I asked for a boat.' }
  const open = (text: string) =>
    elsewhere.json<CaseAnswer>('/receipts/case/open', { body: { token: text, ...said } })
  expect((await open(forged)).status).toBe(404)
  expect((await open(token)).status).toBe(201)
  expect((await open(token)).body.code).toBe('conflict')
  const seen = await elsewhere.json<{ case: CaseView }>('/receipts/case', { body: { token } })
  expect(seen.body.case).toMatchObject({ state: 'open', may: { withdraw: true } })
  expect((await desk.look(buyer, receipt.id)).case?.text).toBe('I asked for a boat.')
  const withdraw = (text: string) =>
    elsewhere.json<CaseAnswer>('/receipts/case/withdraw', { body: { token: text } })
  expect((await withdraw(forged)).status).toBe(404)
  const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'conflict')).toHaveLength(9)
  expect((await desk.look(buyer, receipt.id)).case?.state).toBe('withdrawn')
})

describe('what happens meanwhile', () => {
  test('a dispute ends the case, and nothing is granted any more', async () => {
    const { buyer, payment, id, session } = await newCase()
    await openDispute(session)
    await expect.poll(async () => (await desk.look(buyer, payment)).case?.state).toBe('ended')
    expect((await desk.look(buyer, payment)).case?.words).toContain('The bank decides now.')
    expect((await act(admin, id, 'grant')).body.code).toBe('conflict')
    expect(await countRefunds(payment)).toBe(0)
    expect(await toldOf(payment)).toEqual(['case_opened', 'sale_case_closed', 'case_ended'])
  })

  test('no case is opened while a bank decides', async () => {
    const buyer = desk.guest()
    const { receipt, session, creation } = await desk.buy(buyer)
    await openDispute(session)
    await expect.poll(async () => (await desk.receipt(buyer, creation.id)).disputed).toBe(300)
    expect((await desk.open(buyer, receipt.id)).body.error).toContain('Your bank')
  })

  test('the creator’s grant and the operator’s refund at once give back the price once', async () => {
    const { buyer, creation, payment, id } = await newCase()
    const want = { paymentId: payment, reason: 'asked by mail' }
    await Promise.allSettled([act(desk.creator, id, 'grant'), refundPayment(desk.app.ctx, want)])
    await desk.refunded(buyer, creation.id, 300)
    expect(await countRefunds(payment)).toBe(1)
    const { case: view } = await desk.look(buyer, payment)
    expect(['granted', 'ended']).toContain(view?.state)
  })

  test('a refund that fails opens the case again, for the operator', async () => {
    const { buyer, creation, payment, id } = await newCase()
    await act(desk.creator, id, 'grant')
    await desk.refunded(buyer, creation.id, 300)
    const [refund] = await desk.app.ctx.db
      .select()
      .from(paymentRefunds)
      .where(eq(paymentRefunds.paymentId, payment))
    await sandboxOf(desk.app).settleRefund(refund?.gatewayRefundId ?? '', 'failed')
    await expect.poll(async () => (await desk.look(buyer, payment)).case?.state).toBe('open')
    expect((await desk.look(buyer, payment)).case).toMatchObject({
      waits_for: 'operator',
      words: 'The refund did not go through: The bank sent the refund back. We look at it.',
    })
    expect(await isOperatorTold(id)).toBe(true)
    expect((await act(admin, id, 'grant')).body).toMatchObject({ state: 'granted', granted: 300 })
    await desk.refunded(buyer, creation.id, 300)
    expect((await toldOf(payment)).filter((kind) => kind === 'case_granted')).toHaveLength(2)
  })

  test('a guest who signs in keeps the case', async () => {
    const { buyer, payment, id } = await newCase({}, new Browser(desk.app.url))
    await signIn(buyer, 'former-guest@example.com')
    expect((await desk.look(buyer, payment)).case?.id).toBe(id)
    expect((await act(buyer, id, 'withdraw')).status).toBe(200)
  })

  test('a buyer who deletes the account ends the case and takes the words along', async () => {
    const buyer = await desk.enter('leaving@example.com')
    const { receipt } = await desk.buy(buyer)
    const { body } = await desk.open(buyer, receipt.id, { text: 'words of a person who leaves' })
    expect((await buyer.json('/users/me', { method: 'DELETE' })).status).toBe(200)
    const [row] = await desk.app.ctx.db.select().from(cases).where(eq(cases.id, body.id))
    expect(row).toMatchObject({ state: 'ended', text: null, card: null, network: null })
    expect((await act(admin, body.id, 'grant')).body.code).toBe('conflict')
  })

  test.each(['banned', 'deleted'])(
    'a creator who is %s leaves the case to the operator',
    async (how) => {
      const seller = await desk.enter(`seller-${how}@example.com`)
      const sellerId = await idOf(seller)
      const recipe = (await publish(seller, { price: 300 })).id
      const buyer = desk.guest()
      const { receipt, creation } = await desk.buy(buyer, { recipe })
      const { body } = await desk.open(buyer, receipt.id)
      if (how === 'deleted') await seller.json('/users/me', { method: 'DELETE' })
      else {
        const rights = { banned: false, approvedCreator: false, admin: true, roles: STAFF_ROLES }
        const operator = {
          id: await idOf(admin),
          kind: 'user',
          username: null,
          email: null,
        } as const
        const ctx = actAs(desk.app.ctx, { ...operator, ...rights })
        await inTransaction(ctx, (tx) => banUser(tx, sellerId, true))
      }
      expect((await desk.look(buyer, receipt.id)).case?.waits_for).toBe('operator')
      expect((await act(seller, body.id, 'grant')).status).toBeGreaterThanOrEqual(401)
      expect((await act(admin, body.id, 'grant')).body).toMatchObject({ granted: 300 })
      await desk.refunded(buyer, creation.id, 300)
    },
  )
})

test('the command line lists, shows, grants and refuses', async () => {
  const { ctx } = desk.app
  const call = (...words: string[]) => callRoute(ctx, ...words)
  const [show] = caseCommands
  const { buyer, creation, id } = await newCase()
  expect(await call('listAllCases', 'state=waiting')).not.toContain(id)
  expect(await call('listAllCases')).toContain(id)
  await act(desk.creator, id, 'answer', { text: 'It is a kite indeed.' })
  expect(await call('listAllCases', 'state=waiting')).toContain(id)
  const shown = await show?.run(ctx, [id])
  expect(shown).toContain('the buyer: It is broken. The boat is no boat.')
  expect(shown).toContain('the creator: It is a kite indeed.')
  await expect(call('grantCase', `id=${id}`, 'amount=1.50')).rejects.toThrow(/^amount: .*int/)
  expect(await call('grantCase', `id=${id}`, 'amount=150')).toMatch(/^granted +\$1\.50$/m)
  await desk.refunded(buyer, creation.id, 150)
  await expect(call('refuseCase', `id=${id}`, 'reason=Late.')).rejects.toThrow('closed already')
  await expect(call('grantCase', `id=${id}`)).rejects.toThrow('closed already')
  const other = await newCase()
  await expect(call('refuseCase', `id=${other.id}`)).rejects.toThrow(/^reason: is required$/)
  expect(await call('refuseCase', `id=${other.id}`, 'reason=It is a boat.')).toMatch(
    /^state +refused$/m,
  )
  const audit = await admin.json<{ entries: object[] }>('/admin/audit')
  expect(audit.body.entries.slice(0, 2)).toMatchObject([
    { action: 'refuse', actor: 'command line', subject_id: other.id, note: 'It is a boat.' },
    { action: 'grant', actor: 'command line', subject_id: id, note: '$1.50' },
  ])
})

test('the words of a closed case are erased after half a year', async () => {
  const { buyer, payment, id } = await newCase()
  await act(admin, id, 'refuse', { reason: 'It is a boat.' })
  desk.clock.hours = 181 * 24
  await sweepCases(desk.app.ctx)
  const [row] = await desk.app.ctx.db.select().from(cases).where(eq(cases.id, id))
  expect(row).toMatchObject({ text: null, card: null, network: null, decision: 'It is a boat.' })
  desk.clock.hours = 0
  expect((await desk.look(buyer, payment)).case?.text).toBe(null)
})
