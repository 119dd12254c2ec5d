import { eq } from 'drizzle-orm'
import { jobs } from '../../src/schema/generation.ts'
import { DRAW, publish, remix } from './acts.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from './browser.ts'
import { createGate } from './create-gate.ts'
import { createScriptedProvider, picture, type Script } from './scripted-provider.ts'
import { type ShiftedClock, shiftClock } from './shift-clock.ts'
import { startTestApp, type TestApp } from './start-test-app.ts'

export const TEN = Array.from({ length: 10 }, (_, at) => at)
/** Core seconds of a run that counts as long. */
export const LONG = 20

const apps: TestApp[] = []
/** The free recipe of the current test. */
export let workflowId: string

/** The clock of the apps that the current test has opened. */
export let clock: ShiftedClock

export async function closeFreeMarkets(): Promise<void> {
  for (const app of apps.splice(0).reverse()) await app.close()
}

/** A server with a free recipe, behind a proxy, so that a test can choose a visitor's client IP. */
export async function openFreeMarket(
  given: {
    start?: Script
    /** Core seconds of each run; a wish that is a number overrides this. */
    seconds?: number
    beside?: TestApp
    worker?: boolean
    env?: Record<string, string>
  } = {},
): Promise<TestApp> {
  if (!given.beside) clock = shiftClock()
  const app = await startTestApp({
    providers: [
      createScriptedProvider({
        start: given.start ?? (() => picture()),
        seconds: ({ params }) =>
          Number((params.seconds ?? '') === '' ? (given.seconds ?? 5) : params.seconds),
      }),
    ],
    change: (ctx) => {
      clock.change(ctx)
      ctx.config = { ...ctx.config, TRUST_PROXY: 1 }
    },
    worker: given.worker ?? false,
    env: { ...UNLIMITED_RATES, ...given.env },
    ...(given.beside ? { beside: given.beside } : {}),
  })
  apps.push(app)
  if (!given.beside) {
    const creator = new Visitor(app.url)
    workflowId = (
      await publish(creator, {
        steps: [{ ...DRAW, params: { seconds: '{{seconds}}' } }],
        inputs: [
          { key: 'wish', type: 'text' },
          { key: 'seconds', type: 'text', required: false },
        ],
      })
    ).id
  }
  return app
}

export const from = (address: string) => ({ 'x-forwarded-for': address })
const HOME = from('192.0.2.1')

/** A run by a fresh visitor, unless one is given. */
export async function run(
  app: TestApp,
  { as = new Visitor(app.url), at = HOME, seconds = '' } = {},
): Promise<{ actor: Visitor; job: string; status: number; body: Refusal; headers: Headers }> {
  const inputs = {
    user_inputs: { wish: 'boat', seconds },
    ...(accounts.has(as) ? { user_id: undefined } : {}),
  }
  const { status, body, headers } = await remix(as, workflowId, inputs, at)
  return { actor: as, job: body.job_id, status, body: body as unknown as Refusal, headers }
}

interface Refusal {
  error: string
  code: string
}

const accounts = new WeakSet<Visitor>()

/** Signs the visitor in, which claims the visitor's jobs. */
export async function enter(app: TestApp, visitor = new Visitor(app.url)): Promise<Visitor> {
  const browser = new Browser(app.url)
  for (const [name, value] of visitor.cookies) browser.cookies.set(name, value)
  await signIn(browser, `${visitor.anonymousId}@example.com`)
  for (const [name, value] of browser.cookies) visitor.cookies.set(name, value)
  accounts.add(visitor)
  return visitor
}

export function underWay(app: TestApp) {
  return app.ctx.db.$count(jobs, eq(jobs.status, 'RUNNING'))
}

export function inLine(app: TestApp) {
  return app.ctx.db.$count(jobs, eq(jobs.inLine, true))
}

/** Holds every start until released and counts how many were held at once. */
export function holdStarts() {
  const seen = { now: 0, most: 0 }
  const gate = createGate(1)
  const start: Script = async () => {
    seen.most = Math.max(seen.most, ++seen.now)
    try {
      await gate.opened
      return await picture()
    } finally {
      seen.now -= 1
    }
  }
  return { start, seen, letGo: () => void gate.arrive() }
}
