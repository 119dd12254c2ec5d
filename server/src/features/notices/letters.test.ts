import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { shiftClock } from '../../../test/support/shift-clock.ts'
import {
  type SmtpStandIn,
  startSmtpStandIn,
} from '../../../test/support/stand-ins/smtp-stand-in.ts'
import { startTestApp, type TestApp } from '../../../test/support/start-test-app.ts'
import { inTransaction } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { principals } from '../../schema/identity.ts'
import { letters, notices } from '../../schema/notices.ts'
import { notify } from './notify.ts'
import { runSendLetter, runSweepLetters } from './send-letter.ts'

let mail: SmtpStandIn
let app: TestApp
const clock = shiftClock()

beforeAll(async () => {
  mail = await startSmtpStandIn()
  app = await startTestApp({
    worker: false,
    change: clock.change,
    env: { SMTP_URL: mail.url, MAIL_FROM: 'Vignette <post@vignette.example>' },
  })
})
afterAll(async () => {
  await app.close()
  await mail.close()
})
beforeEach(() => {
  clock.hours = 0
})
afterEach(async () => {
  mail.answer(250)
  mail.received.length = 0
  await app.ctx.db.delete(notices)
})

async function addAccount(email = 'ada@example.com'): Promise<string> {
  const id = newId()
  await app.ctx.db.insert(principals).values({
    id,
    kind: 'user',
    issuer: 'test',
    subject: id,
    email,
    emailVerified: true,
    createdAt: new Date(),
  })
  return id
}

const run = {
  recipe: 'Two-ink <print>',
  workflowId: newId(),
  creationId: newId(),
  files: 1,
  money: '$3.00 was charged.',
}

const notifyOfRun = (to: string, subjectId = newId()) =>
  inTransaction(app.ctx, (tx) => notify(tx, { to, kind: 'creation_ready', subjectId, facts: run }))

async function queueOne(): Promise<string> {
  await notifyOfRun(await addAccount())
  const [letter] = await app.ctx.db.select().from(letters)
  return letter?.id ?? ''
}

async function readLetter(id: string) {
  const [letter] = await app.ctx.db.select().from(letters).where(eq(letters.id, id))
  return letter
}

/** Lets the lease of a sender that died run out. */
async function endLease(id: string): Promise<void> {
  await app.ctx.db
    .update(letters)
    .set({ leasedUntil: new Date(0) })
    .where(eq(letters.id, id))
}

test('a letter carries the words of its notice, as text and as escaped HTML', async () => {
  const id = await queueOne()
  expect(await runSendLetter(app.ctx, { letterId: id })).toBe('sent')
  const [message] = mail.received
  expect(message?.to).toEqual(['ada@example.com'])
  expect(message?.messageId).toBe((await readLetter(id))?.messageId)
  expect(message?.messageId).toMatch(/^<[0-9a-f-]{36}@vignette\.example>$/)
  expect(message?.source).toContain('From: Vignette <post@vignette.example>')
  expect(message?.source).toContain('$3.00 was charged.')
  expect(message?.source).not.toContain('<print>=E2=80=9D</h1>')
  expect(await readLetter(id)).toMatchObject({ state: 'sent', attempt: 1 })
})

test('a transaction that is rolled back leaves neither notice nor letter', async () => {
  const to = await addAccount()
  const told = inTransaction(app.ctx, async (tx) => {
    await notify(tx, { to, kind: 'creation_ready', subjectId: newId(), facts: run })
    throw new Error('rolled back')
  })
  await expect(told).rejects.toThrow('rolled back')
  expect(await app.ctx.db.$count(notices)).toBe(0)
  expect(await app.ctx.db.$count(letters)).toBe(0)
})

test('ten notifiers of one subject at once write one notice and one letter', async () => {
  const to = await addAccount()
  const subject = newId()
  await Promise.all(Array.from({ length: 10 }, () => notifyOfRun(to, subject)))
  expect(await app.ctx.db.$count(notices)).toBe(1)
  expect(await app.ctx.db.$count(letters)).toBe(1)
})

test('ten workers at once send one letter', async () => {
  const letterId = await queueOne()
  const sendings = await Promise.all(
    Array.from({ length: 10 }, () => runSendLetter(app.ctx, { letterId })),
  )
  expect(sendings.filter((sending) => sending === 'sent')).toHaveLength(1)
  expect(mail.received).toHaveLength(1)
})

test('a letter is sent after the mail server was away for an hour', async () => {
  const away = await startSmtpStandIn()
  await away.close()
  const letterId = await queueOne()
  const good = app.ctx.mailer
  const { createSmtpMailer } = await import('../../providers/mail/smtp/create-smtp-mailer.ts')
  const from = 'post@vignette.example'
  app.ctx.mailer = createSmtpMailer({ url: away.url, from })
  try {
    for (let tenMinutes = 0; tenMinutes < 6; tenMinutes++) {
      clock.hours = tenMinutes / 6
      await runSweepLetters(app.ctx)
    }
    expect(await readLetter(letterId)).toMatchObject({ state: 'queued', unanswered: 0 })
    app.ctx.mailer = good
    clock.hours = 1.25
    await runSweepLetters(app.ctx)
  } finally {
    app.ctx.mailer = good
  }
  expect(mail.received).toHaveLength(1)
  expect(await readLetter(letterId)).toMatchObject({ state: 'sent', failure: null })
})

test('a letter is given up after three days', async () => {
  mail.answer(451)
  const letterId = await queueOne()
  clock.hours = 72
  expect(await runSendLetter(app.ctx, { letterId })).toBe('away')
  expect(await readLetter(letterId)).toMatchObject({ state: 'failed' })
})

test('a letter that the mail server refuses for good is not repeated', async () => {
  mail.answer(550)
  const letterId = await queueOne()
  expect(await runSendLetter(app.ctx, { letterId })).toBe('refused')
  clock.hours = 1
  await runSweepLetters(app.ctx)
  expect(mail.received).toHaveLength(1)
  expect(await readLetter(letterId)).toMatchObject({
    state: 'failed',
    failure: 'the mail server answered 550',
  })
})

test('a connection that breaks off after the letter was handed over repeats it once, under the same Message-ID', async () => {
  mail.answer('drop')
  const letterId = await queueOne()
  expect(await runSendLetter(app.ctx, { letterId })).toBe('unknown')
  for (clock.hours = 1; clock.hours < 6; clock.hours++) await runSweepLetters(app.ctx)
  expect(mail.received.map(({ messageId }) => messageId)).toEqual(
    Array(2).fill((await readLetter(letterId))?.messageId),
  )
  expect(await readLetter(letterId)).toMatchObject({ state: 'failed' })
})

test('a sender that dies is followed by one repetition and no more', async () => {
  mail.answer('hang')
  const letterId = await queueOne()
  const hanging = [runSendLetter(app.ctx, { letterId })]
  await mail.next()
  await endLease(letterId)
  hanging.push(runSendLetter(app.ctx, { letterId }))
  await mail.next()
  await endLease(letterId)
  expect(await runSendLetter(app.ctx, { letterId })).toBe('not due')
  expect(mail.received).toHaveLength(2)
  expect(await readLetter(letterId)).toMatchObject({ state: 'failed' })
  mail.dropConnections()
  await Promise.all(hanging)
  // The senders that come back late write nothing.
  expect(await readLetter(letterId)).toMatchObject({ state: 'failed', attempt: 3 })
})

test('a week after a letter was sent its address is erased', async () => {
  const letterId = await queueOne()
  await runSendLetter(app.ctx, { letterId })
  clock.hours = 6 * 24
  await runSweepLetters(app.ctx)
  expect((await readLetter(letterId))?.address).toBe('ada@example.com')
  clock.hours = 7 * 24 + 1
  await runSweepLetters(app.ctx)
  expect((await readLetter(letterId))?.address).toBeNull()
})
