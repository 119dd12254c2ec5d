import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/create-test-database.ts'
import { waitlistEntries } from '../schema/identity.ts'
import { describeError, withoutSecrets } from './describe-error.ts'
import { newId } from './ids.ts'

test('the description of a failed statement leaves out the values that people wrote', async () => {
  const database = await createTestDatabase()
  const entry = {
    id: newId(),
    email: 'ada@example.com',
    name: 'Ada Secret',
    createdAt: new Date(),
  }
  await database.db.insert(waitlistEntries).values(entry)
  const faults = await Promise.allSettled([
    database.db.insert(waitlistEntries).values({ ...entry, id: newId() }),
    database.db.execute(`select 'Ada Secret'::uuid`),
  ])
  await database.drop()
  for (const fault of faults) {
    const told = describeError((fault as PromiseRejectedResult).reason)
    expect(told['message']).toMatch(/^Failed query: /)
    expect(JSON.stringify({ ...told, message: '' })).not.toMatch(/Ada Secret|ada@/)
    expect(told['cause']).toMatchObject({ code: expect.stringMatching(/^23505|22P02$/) })
  }
  const [doubled] = faults
  expect(JSON.stringify(describeError((doubled as PromiseRejectedResult).reason))).not.toMatch(
    /Ada Secret|ada@/,
  )
})

test('addresses, keys and anonymous ids are removed from any message', () => {
  const text =
    'ada@example.com called /creations/1?key=abc_DEF-1&x=2 as anon_0123456789abcdef01234567 with Bearer xyz.1'
  expect(withoutSecrets(text)).toBe(
    '[e-mail] called /creations/1?key=[kept out]&x=2 as [anonymous id] with Bearer [kept out]',
  )
  expect(describeError(new Error(text, { cause: 'ada@example.com' }))).toMatchObject({
    type: 'Error',
    cause: { message: '[e-mail]' },
    stack: expect.not.stringContaining('ada@'),
  })
})
