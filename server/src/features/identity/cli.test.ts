import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCtx } from '../../../test/support/create-test-ctx.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { type Letter, MailError, type Mailer } from '../../providers/mail/spec.ts'
import { waitlistCommands } from './cli.ts'
import { joinWaitlist } from './waitlist.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const run = (name: string, ...args: string[]) =>
  waitlistCommands.find((command) => command.name === name)?.run(createTestCtx(database), args)

test('the operator reads the waitlist and erases an address from it', async () => {
  expect(await run('waitlist list')).toBe('The waitlist is empty.')
  await joinWaitlist(createTestCtx(database), { email: 'Ada@example.com', name: 'Ada' })
  await joinWaitlist(createTestCtx(database), { email: 'ben@example.com' })
  expect(await run('waitlist list')).toMatch(/ada@example\.com\s+Ada[\s\S]*ben@example\.com/)
  expect(await run('waitlist forget', 'ADA@example.com')).toContain('was erased')
  expect(await run('waitlist list')).not.toContain('ada@')
  await expect(run('waitlist forget', 'ada@example.com')).rejects.toThrow('is not on the waitlist')
})

test('the operator invites by letter, once, and hears where no letter went out', async () => {
  const sent: Letter[] = []
  let fault: MailError | undefined
  const mailer: Mailer = {
    id: 'smtp',
    close: async () => undefined,
    send: async (letter) => {
      if (fault) throw fault
      sent.push(letter)
    },
  }
  const ctx = createTestCtx(database, { mailer })
  const invite = (...args: string[]) =>
    waitlistCommands.find(({ name }) => name === 'waitlist invite')?.run(ctx, args)
  await joinWaitlist(ctx, { email: 'cleo@example.com', name: '<b>Cleo' })
  fault = new MailError('away', 'connection refused')
  await expect(invite('cleo@example.com')).rejects.toThrow('did not go out: connection refused')
  fault = undefined
  expect(await invite('Cleo@example.com')).toBe('cleo@example.com was invited.')
  await expect(invite('cleo@example.com')).rejects.toThrow('--again')
  await invite('cleo@example.com', '--again')
  expect(sent.map(({ to }) => to)).toEqual(['cleo@example.com', 'cleo@example.com'])
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1)
  expect(sent[0]?.text).toContain('http://localhost/studio')
  expect(sent[0]?.html).toContain('&#60;b&#62;Cleo')
  expect(await run('waitlist list')).toMatch(/\d{4}-\d\d-\d\d {2}\d{4}-\d\d-\d\d {2}cleo@/)
  await expect(run('waitlist invite', 'cleo@example.com', '--again')).rejects.toThrow('SMTP_URL')
  await expect(invite('dora@example.com')).rejects.toThrow('is not on the waitlist')
})
