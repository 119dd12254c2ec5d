import { DEFAULT_SCOPES } from '@vignette/contract/account-limits.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGate } from '../../../test/support/create-gate.ts'
import { actAs, createTestCtx } from '../../../test/support/create-test-ctx.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { inTransaction } from '../../ctx.ts'
import { sessions } from '../../schema/identity.ts'
import { createAccessToken } from './access-token.ts'
import { ensureHouseUser } from './house.ts'
import { createSession } from './session.ts'

const LAST = { label: 'the last', scopes: [...DEFAULT_SCOPES], days: 30 as const, origins: [] }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('of ten simultaneous requests for the last access token, one succeeds', async () => {
  const ctx = createTestCtx(database)
  const user = await inTransaction(ctx, (tx) => ensureHouseUser(tx, 'somebody'))
  for (let at = 0; at < 49; at++) {
    await createSession(ctx, { principalId: user.id, kind: 'token', label: `token ${at}` })
  }
  // Each request has an open connection, so that no request ends before the others begin.
  const atOnce = Array.from({ length: 10 })
  const gate = createGate(atOnce.length)
  await Promise.all(atOnce.map(() => ctx.db.transaction(() => gate.arrive())))
  const acting = actAs(ctx, user)
  const asked = await Promise.allSettled(atOnce.map(() => createAccessToken(acting, LAST)))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const kept = and(eq(sessions.principalId, user.id), isNull(sessions.revokedAt))
  expect(await ctx.db.$count(sessions, kept)).toBe(50)
})
