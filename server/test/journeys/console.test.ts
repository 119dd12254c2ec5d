import type { getBooks } from '@vignette/contract/books.ts'
import type {
  PaymentDetails,
  PersonDetails,
  PersonView,
  StaffWorkflow,
} from '@vignette/contract/console.ts'
import { eq, gt, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { seedCatalogue } from '../../src/features/catalogue/index.ts'
import { newId } from '../../src/platform/ids.ts'
import { type Letter, MailError } from '../../src/providers/mail/spec.ts'
import { principals, sessions, waitlistEntries } from '../../src/schema/identity.ts'
import { auditLog } from '../../src/schema/moderation.ts'
import { paymentRefunds, reconciliations, webhookEvents } from '../../src/schema/payments.ts'
import { healthPauses } from '../../src/schema/studio.ts'
import { workflows } from '../../src/schema/workflows.ts'
import { buy, charged, ended, idOf, pay, publish, remix, sessionOf } from '../support/acts.ts'
import { Browser, signIn, UNLIMITED_RATES } from '../support/browser.ts'
import { countWaitingForLocks } from '../support/count-waiting-for-locks.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

let app: TestApp
let admin: Browser
beforeAll(async () => {
  app = await startTestApp({
    providers: [createScriptedProvider({ start: () => picture() })],
    env: UNLIMITED_RATES,
  })
  admin = await enter('boss', { admin: true })
})
afterAll(() => app.close())

async function enter(name: string, options: { admin?: boolean } = {}): Promise<Browser> {
  const browser = new Browser(app.url)
  await signIn(browser, `${name}@example.com`, options)
  return browser
}

async function enterAs(name: string, roles: string[]): Promise<Browser> {
  const browser = await enter(name)
  const answer = await admin.call('PUT', `/admin/people/${await idOf(browser)}/roles`, { roles })
  expect(answer.status).toBe(200)
  return browser
}

type Books = z.output<(typeof getBooks)['answer']>

const actionsOn = async (id: string) =>
  (await app.ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, id))).map(
    ({ action, note }) => [action, note],
  )

async function signedIn(browser: Browser, minutesAgo: number): Promise<void> {
  await app.ctx.db
    .update(sessions)
    .set({ provenAt: new Date(Date.now() - minutesAgo * 60_000) })
    .where(eq(sessions.principalId, await idOf(browser)))
}

const find = async (q: string, by = admin) =>
  (
    await by.json<{ people: PersonView[] }>(`/admin/people?q=${encodeURIComponent(q)}`)
  ).body.people.map(({ handle }) => handle)

test('people are found by part of a handle or an e-mail, a past handle, a made-up handle and an id', async () => {
  const zoe = await enter('zoe.found')
  const id = await idOf(zoe)
  const before = await admin.json<PersonDetails>(`/admin/people/${id}`)
  expect(await find(before.body.handle)).toEqual([before.body.handle])
  await zoe.call('PUT', '/users', { username: 'zoe-first' })
  await zoe.call('PUT', '/users', { username: 'zoe-second' })
  for (const q of ['zoe-sec', '@ZOE-second', 'zoe-first', 'ZOE.found@', id]) {
    expect([q, await find(q)]).toEqual([q, ['zoe-second']])
  }
  expect(await find(before.body.handle)).toEqual([])
})

test('a search knows no wildcards, no SQL and no megabyte', async () => {
  for (const q of ['%', '_', '%zoe%', "' or '1'='1", "'; drop table principals; --", '\\', '🦆']) {
    expect([q, await find(q)]).toEqual([q, []])
  }
  for (const list of ['people', 'payments', 'runs', 'workflows']) {
    const ask = (q: string) => admin.fetch(`/api/v1/admin/${list}?q=${q}`)
    expect((await ask(encodeURIComponent("%' or 1=1"))).status).toBe(200)
    expect((await ask('%00')).status).toBeLessThan(500)
    expect((await ask('x'.repeat(400))).status).toBe(400)
    expect([400, 414, 431]).toContain(
      await ask('x'.repeat(1_000_000)).then(
        ({ status }) => status,
        () => 431,
      ),
    )
  }
  expect(await app.ctx.db.$count(principals)).toBeGreaterThan(0)
})

test('a moderator reads people without their money, and may neither refund nor give roles', async () => {
  const moderator = await enterAs('mod', ['moderator'])
  const id = await idOf(moderator)
  const read = await moderator.json<PersonDetails>(`/admin/people/${id}`)
  expect(read.body).toMatchObject({ roles: ['moderator'], money: null })
  for (const [method, path, body] of [
    ['GET', '/admin/payments', undefined],
    ['GET', '/admin/payouts/holds', undefined],
    ['POST', `/admin/payments/${id}/refunds`, { refundable: 1, reason: 'for me' }],
    ['PUT', `/admin/people/${id}/roles`, { roles: ['admin'] }],
    ['GET', '/admin/audit', undefined],
    ['POST', `/admin/people/${id}/deletion`, { reason: 'why not', handle: 'x' }],
  ] as const) {
    const { status } = await moderator.call(method, path, body)
    expect([path, status]).toEqual([path, 403])
  }
  const finance = await enterAs('fin', ['finance'])
  expect((await finance.json('/admin/payments')).status).toBe(200)
  expect((await finance.json('/admin/reports')).status).toBe(403)
  expect((await finance.call('POST', `/admin/people/${id}/ban`, { banned: true })).status).toBe(403)
  // What was given counts at once, and so does what was taken.
  await admin.call('PUT', `/admin/people/${id}/roles`, { roles: [] })
  expect((await moderator.json(`/admin/people/${id}`)).status).toBe(403)
  expect(await actionsOn(id)).toEqual([
    ['set_roles', 'no role → moderator'],
    ['set_roles', 'moderator → no role'],
  ])
})

test('two admins who take each other’s role leave one, and nobody takes the last', async () => {
  const { db } = app.ctx
  const one = await enterAs('one', ['admin'])
  const two = await enterAs('two', ['admin'])
  const ids = [await idOf(one), await idOf(two)]
  // Without the admin of this file, so that these two are the last.
  const boss = eq(principals.email, 'boss@example.com')
  await db.update(principals).set({ developmentAdmin: false }).where(boss)
  const take = (by: Browser, id = '') =>
    by.call('PUT', `/admin/people/${id}/roles`, { roles: [] }).then(({ status }) => status)
  // Both have passed the gate as admins when the first of them begins.
  const both = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(8402201)`)
    const asked = [take(one, ids[1]), take(two, ids[0])]
    await expect.poll(() => countWaitingForLocks(app.ctx)).toBe(2)
    return asked
  })
  const answers = await Promise.all(both)
  expect(answers.toSorted((a, b) => a - b)).toEqual([200, 403])
  const last = answers[0] === 200 ? { by: one, id: ids[0] } : { by: two, id: ids[1] }
  expect(await take(last.by, last.id)).toBe(409)
  await db.update(principals).set({ developmentAdmin: true }).where(boss)
})

test('a ban, ended sessions, an export and a deletion are each in the audit log', async () => {
  const ada = await enter('ada.leaves')
  const id = await idOf(ada)
  const post = (what: string, body: object) =>
    admin.call('POST', `/admin/people/${id}/${what}`, body)
  expect((await post('sign-out', { note: 'a lost laptop' })).body).toEqual({ ended: 1 })
  expect((await ada.json('/auth/me')).status).toBe(401)
  await post('ban', { banned: true, note: 'spam' })
  await post('ban', { banned: false })
  const file = await admin.fetch(`/api/v1/admin/people/${id}/export`, {
    body: { reason: 'a letter of May 3' },
  })
  expect(file.headers.get('content-type')).toBe('application/zip')
  const { body } = await admin.json<PersonDetails>(`/admin/people/${id}`)
  expect((await post('deletion', { reason: 'a letter', handle: 'another' })).status).toBe(409)
  expect((await post('deletion', { reason: 'a letter', handle: body.handle })).body).toEqual({
    left: null,
  })
  expect((await admin.json(`/admin/people/${id}`)).status).toBe(404)
  expect(await actionsOn(id)).toEqual([
    ['end_sessions', 'a lost laptop'],
    ['ban', 'spam'],
    ['unban', ''],
    ['export_account', 'a letter of May 3'],
    ['delete_account', 'a letter'],
  ])
})

test('what is refused leaves no row in the audit log', async () => {
  const id = await idOf(admin)
  expect((await admin.call('POST', `/admin/people/${id}/ban`, { banned: true })).status).toBe(403)
  expect((await admin.call('PUT', `/admin/people/${id}/roles`, { roles: [] })).status).toBe(409)
  expect(await actionsOn(id)).toEqual([])
})

async function sell(): Promise<{ id: string; path: string }> {
  const seller = await enter(`seller-${sold++}`)
  const recipe = (await publish(seller, { price: 300 })).id
  const buyer = await enter(`buyer-${sold}`)
  const { job } = await buy(buyer, recipe)
  const receipt = await charged(buyer, job.result.id)
  return { id: receipt.id, path: `/admin/payments/${receipt.id}` }
}
let sold = 0

test('a payment is found by its buyer, and refunded in part and whole', async () => {
  const { id, path } = await sell()
  const listed = await admin.json<{ payments: { id: string }[] }>('/admin/payments?q=buyer-1@')
  expect(listed.body.payments.map((one) => one.id)).toEqual([id])
  const refund = (body: object) => admin.call<PaymentDetails>('POST', `${path}/refunds`, body)
  const part = await refund({ amount: 100, refundable: 300, reason: 'a smudge' })
  expect(part.body).toMatchObject({ refundable: 200, refunded: 100 })
  expect((await refund({ refundable: 300, reason: 'the rest' })).status).toBe(409)
  expect((await refund({ amount: 201, refundable: 200, reason: 'more' })).status).toBe(409)
  expect((await refund({ refundable: 200, reason: 'the rest' })).body).toMatchObject({
    refundable: 0,
    refunded: 300,
  })
  expect(await actionsOn(id)).toEqual([
    ['refund', '$1.00: a smudge'],
    ['refund', '$2.00: the rest'],
  ])
})

test('ten admins who refund the same part at once refund it once', async () => {
  const { id, path } = await sell()
  const body = { amount: 100, refundable: 300, reason: 'the same' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => admin.call('POST', `${path}/refunds`, body)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  const rows = await app.ctx.db
    .select()
    .from(paymentRefunds)
    .where(eq(paymentRefunds.paymentId, id))
  expect(rows.map(({ amount }) => amount)).toEqual([100])
  expect(await actionsOn(id)).toHaveLength(1)
})

test('finance compares the books with the vendor, once where ten ask at once, and sees what differs', async () => {
  await sell()
  const finance = await enterAs('counter', ['finance'])
  const read = async () => (await finance.json<Books>('/admin/books')).body.comparison
  const ask = () => finance.call('POST', '/admin/books/comparison')
  const before = await app.ctx.db.$count(reconciliations)
  const answers = await Promise.all(Array.from({ length: 10 }, ask))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  await expect.poll(read, { timeout: 20_000 }).toMatchObject({ differences: [], more: 0 })
  // One that had begun already, and one that waited.
  expect((await app.ctx.db.$count(reconciliations)) - before).toBeLessThanOrEqual(2)

  const [event] = await app.ctx.db.select().from(webhookEvents).limit(1)
  if (!event) throw new Error('no news came from the vendor')
  const lost = { ...event, id: 'evt_lost', processedAt: null, receivedAt: new Date(0) }
  await app.ctx.db.insert(webhookEvents).values(lost)
  await ask()
  await expect
    .poll(async () => (await read())?.differences, { timeout: 20_000 })
    .toContainEqual({
      kind: 'event_unprocessed',
      payment_id: null,
      ours: 'evt_lost waits since 1970-01-01T00:00:00.000Z',
      theirs: event.name,
      mended: false,
    })
  await app.ctx.db.delete(webhookEvents).where(eq(webhookEvents.id, lost.id))
})

test('a recipe is paused and hidden without a report, and its creator reads why', async () => {
  const author = await enter('author')
  const { id } = await publish(author)
  const pause = (paused: boolean) => admin.call('PUT', `/admin/workflows/${id}/paused`, { paused })
  const decide = (action: string, by = admin) =>
    by.call('POST', '/admin/decisions', {
      subject_type: 'workflow',
      subject_id: id,
      action,
      reason: 'hate',
      note: 'seen',
    })
  expect((await pause(true)).status).toBe(200)
  const [paused] = await app.ctx.db.select().from(workflows).where(eq(workflows.id, id))
  expect(paused?.state).toBe('paused')
  await pause(false)
  expect((await decide('hide', await enterAs('money', ['finance']))).status).toBe(403)
  expect((await decide('hide', await enterAs('mod', ['moderator']))).status).toBe(200)
  const own = await author.json<{ workflows: { hidden?: boolean; hidden_reason?: string }[] }>(
    '/workflows/mine',
  )
  expect(JSON.stringify(own.body)).toContain('hate')
  expect((await new Browser(app.url).json(`/workflows/${id}`)).status).toBe(404)
  await decide('restore')
  expect((await new Browser(app.url).json(`/workflows/${id}`)).status).toBe(200)
  expect((await decide('ban')).status).toBe(200)
  expect((await new Browser(app.url).json(`/workflows/${id}`)).status).toBe(404)
  expect((await actionsOn(id)).map(([action]) => action)).toEqual([
    'pause',
    'list',
    'hide',
    'restore',
    'ban',
  ])
})

test('a recipe that rests, or whose model is gone, is listed with the reason', async () => {
  const author = await enter('rester')
  const [{ id: resting }, { id: without }] = [await publish(author), await publish(author)]
  const set = (id: string, to: object) =>
    app.ctx.db.update(workflows).set(to).where(eq(workflows.id, id))
  await set(resting, { failingAt: new Date() })
  await set(without, { goneModel: 'old-model' })
  const pause = { workflowId: resting, version: 1, failed: 3, judged: 3, code: 'vendor_failed' }
  const rows = [
    {
      ...pause,
      id: newId(),
      message: 'It was busy.',
      beganAt: new Date(0),
      endedAt: new Date(1),
      endedBy: 'test' as const,
    },
    { ...pause, id: newId(), message: 'It is down.', beganAt: new Date(2) },
  ]
  await app.ctx.db.insert(healthPauses).values(rows)
  const { body } = await admin.json<{ workflows: StaffWorkflow[] }>('/admin/workflows?show=resting')
  const shown = body.workflows.map(({ id, resting_why, gone_model }) => [
    id,
    resting_why,
    gone_model,
  ])
  expect(shown).toEqual([
    [without, null, 'old-model'],
    [resting, 'It is down.', null],
  ])
  await author.call('DELETE', `/workflows/${resting}`)
})

test('an admin deletes a recipe as its creator would, who reads why and cannot bring it back', async () => {
  const author = await enter('deleted.author')
  const { id } = await publish(author, { price: 300 })
  const buyer = await enter('kept.buyer')
  const made = (await buy(buyer, id)).job.result?.id ?? ''
  const session = await pay(buyer, id)
  const remove = (by = admin, subject = id, type = 'workflow') =>
    by.call<{ code?: string }>('POST', '/admin/decisions', {
      subject_type: type,
      subject_id: subject,
      action: 'remove',
      reason: 'copyright',
      note: 'seen',
    })
  expect((await remove(await enterAs('money.only', ['finance']))).status).toBe(403)
  const tired = await enterAs('tired', ['moderator'])
  await signedIn(tired, 30)
  expect(await remove(tired)).toMatchObject({
    status: 403,
    body: { code: 'fresh_sign_in_required' },
  })
  expect((await remove(admin, made, 'creation')).status).toBe(400)
  const both = await Promise.all([remove(), remove()])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])

  expect((await new Browser(app.url).json(`/workflows/${id}`)).status).toBe(404)
  expect((await buyer.json(`/creations/${made}`)).status).toBe(200)
  const paid = await remix(buyer, id, { session_id: session })
  expect((await ended(buyer, paid.body.job_id)).status).toBe('COMPLETED')
  expect((await actionsOn(id)).map(([action]) => action)).toEqual(['remove'])
  const told = await author.json<{ notices: { title: string; body: string[] }[] }>('/notices')
  const removed = told.body.notices.filter(({ title }) => title.endsWith('was taken down'))
  expect(removed).toHaveLength(1)
  expect(JSON.stringify(removed)).toContain('(copyright)')

  expect((await author.call('POST', `/workflows/${id}/restore`)).status).toBe(403)
  expect((await author.json(`/workflows/${id}`)).status).toBe(404)
})

test('the day shows what waits, as far as the role reaches', async () => {
  const author = await enter('late.author')
  const { id } = await publish(author)
  const stranger = await enter('stranger')
  await stranger.json('/reports', {
    body: { subject_type: 'workflow', subject_id: id, reason: 'spam' },
  })
  const kinds = async (by: Browser) =>
    (await by.json<{ waiting: { kind: string }[] }>('/admin/today')).body.waiting.map(
      ({ kind }) => kind,
    )
  expect(await kinds(admin)).toContain('reports')
  expect(await kinds(await enterAs('fin.today', ['finance']))).not.toContain('reports')
})

test('the waitlist is read; an invitation goes out once, and an address is forgotten once', async () => {
  const join = (email: string, name: string) =>
    new Browser(app.url).json('/waitlist', { body: { email, name } })
  await join('Wait@example.com', '<b>Wu')
  await join('later@example.com', 'Bo')
  const { body } = await admin.json<{ waiting: { id: string; email: string }[] }>('/admin/waitlist')
  expect(body.waiting.map(({ email }) => email)).toEqual(['wait@example.com', 'later@example.com'])
  const id = body.waiting[0]?.id ?? ''
  const sent: Letter[] = []
  let fault: MailError | undefined = new MailError('away', 'connection refused')
  const { mailer } = app.ctx
  const invite = (again = false) =>
    admin
      .call<{ error?: string }>('POST', `/admin/waitlist/${id}/invitation`, { again })
      .then(({ status, body: { error } }) => [status, error])
  app.ctx.mailer = undefined
  expect(await invite()).toEqual([503, 'No mail goes out here: set SMTP_URL first.'])
  app.ctx.mailer = {
    id: 'smtp',
    close: async () => undefined,
    send: async (letter) => {
      if (fault) throw fault
      sent.push(letter)
    },
  }
  expect((await invite())[1]).toContain('did not go out: connection refused')
  expect(await actionsOn(id)).toEqual([])
  fault = undefined
  expect(await invite()).toEqual([200, undefined])
  expect(await invite()).toEqual([409, 'This person is invited already.'])
  expect(await invite(true)).toEqual([200, undefined])
  app.ctx.mailer = mailer
  expect(sent.map(({ to }) => to)).toEqual(['wait@example.com', 'wait@example.com'])
  // Mail programs show one.
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1)
  expect(sent[0]?.text).toContain(`${app.url}/studio`)
  expect(sent[0]?.html).toContain('&#60;b&#62;Wu')
  const forget = () => admin.call('DELETE', `/admin/waitlist/${id}`)
  expect([(await forget()).status, (await forget()).status]).toEqual([200, 404])
  expect(await app.ctx.db.$count(waitlistEntries)).toBe(1)
  expect((await actionsOn(id)).map(([action]) => action)).toEqual(['invite', 'invite', 'forget'])
})

test('a stolen session of an admin does nothing grave after ten minutes', async () => {
  const other = await enter('other.admin', { admin: true })
  await signedIn(other, 60)
  const id = await idOf(admin)
  expect((await other.json('/admin/people')).status).toBe(200)
  for (const [method, path, body] of [
    ['PUT', `/admin/people/${id}/roles`, { roles: [] }],
    ['POST', `/admin/people/${id}/ban`, { banned: true }],
    ['POST', `/admin/people/${id}/export`, { reason: 'mine now' }],
    ['POST', `/admin/payments/${id}/refunds`, { refundable: 1, reason: 'mine now' }],
    ['POST', '/admin/first-catalogue/removal', { recipes: 0 }],
  ] as const) {
    expect((await other.call(method, path, body)).body).toMatchObject({
      code: 'fresh_sign_in_required',
    })
  }
})

test('the first catalogue goes with its makers; a maker who has sold stays, with every recipe paused', async () => {
  const shop = await startTestApp({
    env: { SEED: 'true', SEED_CREATIONS: 'false', ...UNLIMITED_RATES },
    worker: false,
  })
  try {
    await seedCatalogue(shop.ctx)
    const boss = new Browser(shop.url)
    await signIn(boss, 'boss@example.com', { admin: true })
    const left = async () =>
      (await boss.json<{ recipes: number; sold: number }>('/admin/first-catalogue')).body
    const { recipes } = await left()
    const [priced] = await shop.ctx.db.select().from(workflows).where(gt(workflows.price, 0))
    const buyer = new Browser(shop.url)
    await sessionOf(buyer, await pay(buyer, priced?.id ?? ''))
    expect(await left()).toEqual({ recipes, sold: 1 })
    const remove = (seen: number) =>
      boss.call<{ removed: number; paused: number }>('POST', '/admin/first-catalogue/removal', {
        recipes: seen,
      })
    expect((await remove(recipes + 1)).status).toBe(409)
    await Promise.all([remove(recipes), remove(recipes)])
    const stay = await shop.ctx.db.select().from(workflows).where(isNull(workflows.deletedAt))
    expect(stay.length).toBeLessThan(recipes)
    for (const { ownerId, state } of stay)
      expect([ownerId, state]).toEqual([priced?.ownerId, 'paused'])
    expect(await left()).toEqual({ recipes: stay.length, sold: 1 })
    const makers = eq(principals.issuer, 'house')
    expect(await shop.ctx.db.$count(principals, makers)).toBe(1)
    const { body } = await boss.json<{ workflows: unknown[] }>('/workflows')
    expect(body.workflows).toEqual([])
    // A restart plants nothing again.
    await seedCatalogue(shop.ctx)
    expect(await left()).toEqual({ recipes: stay.length, sold: 1 })
  } finally {
    await shop.close()
  }
})

test('no SQL changes or deletes a row of the audit log', async () => {
  const ann = await idOf(await enter('ann'))
  expect(
    (await admin.call('POST', `/admin/creators/${ann}/approval`, { approved: true })).status,
  ).toBe(200)
  const read = () => app.ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, ann))
  const before = await read()
  expect(before).toHaveLength(1)
  for (const statement of [
    sql`update audit_log set note = 'nothing happened'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ]) {
    const refused = await app.ctx.db.execute(statement).catch((error: unknown) => error)
    expect(String((refused as Error).cause)).toContain('audit_log is append-only')
  }
  expect(await read()).toEqual(before)
})

test('the log names people by handle and admins by e-mail, and is exported as CSV', async () => {
  const bea = await enter('bea')
  await bea.call('PUT', '/users', { username: 'bea' })
  await admin.call('POST', `/admin/creators/${await idOf(bea)}/approval`, { approved: true })
  const { body } = await admin.json<{ entries: Record<string, unknown>[] }>('/admin/audit')
  expect(body.entries[0]).toMatchObject({
    actor_email: 'boss@example.com',
    action: 'approve_creator',
    subject_handle: 'bea',
  })
  const answer = await admin.fetch('/api/v1/admin/audit.csv')
  expect(answer.headers.get('content-type')).toContain('text/csv')
  const lines = (await answer.text()).trimEnd().split('\r\n')
  expect(lines.at(-1)).toContain('boss@example.com,approve_creator,user,')
  expect(lines.at(-1)).toContain(',bea,')
})

test('reading needs a sign-in of the working day', async () => {
  const other = await enter('other.reader', { admin: true })
  await signedIn(other, 7 * 60)
  expect((await other.json('/admin/reports')).status).toBe(200)
  await signedIn(other, 8 * 60 + 1)
  expect((await other.json('/admin/reports')).body).toMatchObject({
    code: 'fresh_sign_in_required',
    error: 'Please sign in again: this needs a sign-in of the last 8 hours.',
  })
})
