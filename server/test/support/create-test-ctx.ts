import { readMoneyFrom } from '@vignette/contract/currency.ts'
import { pino } from 'pino'
import type { Ctx, Principal } from '../../src/ctx.ts'
import { PUBLIC_SERVER, readConfig, readMoneyOf } from '../../src/main/config.ts'
import { wireFeatures } from '../../src/main/wire-features.ts'
import { openSharedAnswers } from '../../src/platform/http/shared-answers.ts'
import { openWaits } from '../../src/platform/http/waits.ts'
import { createProcessState } from '../../src/platform/process-state.ts'
import type { TestDatabase } from './create-test-database.ts'

/** Tests play the stricter side: the limits of a public server, unless they name others. */
export const PUBLIC_LIMITS = Object.fromEntries(
  Object.entries(PUBLIC_SERVER).map(([name, value]) => [name, String(value)]),
)

const NOBODY = { principal: null, sessionId: null, via: 'none', address: '127.0.0.1' } as const

/**
 * A Ctx for tests of verbs that need little besides the database; any other part throws when
 * accessed.
 */
export function createTestCtx(
  database: TestDatabase,
  given: Partial<Ctx> & { env?: Record<string, string> } = {},
): Ctx {
  const { env, ...parts } = given
  const absent = (part: string) =>
    new Proxy({} as never, {
      get: (_, name) => {
        throw new Error(`this test gave no ctx.${part} (asked for ${String(name)})`)
      },
    })
  const config = readConfig(
    { ...PUBLIC_LIMITS, ...env },
    () => 'a-secret-of-tests-with-32-characters',
  )
  readMoneyFrom(readMoneyOf(config))
  return {
    config,
    log: pino({ level: 'silent' }),
    clock: { now: () => new Date() },
    db: database.db,
    queue: absent('queue'),
    storage: absent('storage'),
    events: absent('events'),
    process: createProcessState(),
    answers: openSharedAnswers({
      events: { subscribeAll: () => () => undefined },
      shownBy: [],
    }),
    waits: openWaits({
      perCaller: config.WAITS_PER_CALLER,
      perAddress: config.WAITS_PER_ADDRESS,
    }),
    children: absent('children'),
    uploadChildren: absent('uploadChildren'),
    providers: absent('providers'),
    gateway: absent('gateway'),
    otherGateways: [],
    payoutGateway: absent('payoutGateway'),
    mailer: undefined,
    settings: absent('settings'),
    fetchProduct: () => Promise.reject(new Error('this test gave no ctx.fetchProduct')),
    wiring: wireFeatures(),
    caller: NOBODY,
    requestId: 'test',
    origin: 'http://localhost',
    ...parts,
  }
}

/** The same Ctx with another caller. */
export function actAs(ctx: Ctx, principal: Principal | null, sessionId: string | null = null): Ctx {
  return { ...ctx, caller: { ...ctx.caller, principal, sessionId, via: 'cookie' } }
}
