import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCtx } from '../../../test/support/create-test-ctx.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { waitlistCommands } from './cli.ts'
import { joinWaitlist } from './join-waitlist.ts'

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
