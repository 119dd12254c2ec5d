// One file: all tests share one server and its gates, and a second file would start a second server.
import type { CodeView } from '@vignette/contract/codes.ts'
import type { Numbers } from '@vignette/contract/numbers.ts'
import type { WorkflowRun } from '@vignette/contract/own-workflows.ts'
import type { UnpaidLineView } from '@vignette/contract/payouts.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adjustBalance } from '../../src/features/payouts/adjustment.ts'
import { makeMonthStatements } from '../../src/features/payouts/make-statements.ts'
import { previewRun } from '../../src/features/payouts/preview-run.ts'
import { monthOf } from '../../src/features/payouts/rules-statements.ts'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { statements } from '../../src/schema/payouts.ts'
import { DRAW, ended, idOf, publish, recipeFor } from '../support/acts.ts'
import { approve } from '../support/approve.ts'
import { Browser, signIn, UNLIMITED_RATES, Visitor } from '../support/browser.ts'
import { createGate, type Gate } from '../support/create-gate.ts'
import { sumByPrincipal } from '../support/money/sum-by-principal.ts'
import { createScriptedProvider, picture } from '../support/scripted-provider.ts'
import { shiftClock } from '../support/shift-clock.ts'
import { startTestApp, type TestApp } from '../support/start-test-app.ts'

const CENTS = 8
/** The account is a week old, so that no rule holds its money. */
const OLD = 10 * 24

interface Refusal {
  code: string
  error: string
}

let app: TestApp
const clock = shiftClock()
let creator: Browser
let creatorId: string
let email: string
let recipe: WorkflowView
let begun: Gate
let waiting: Gate

beforeAll(async () => {
  const vendor = createScriptedProvider({
    cents: CENTS,
    start: async ({ prompt }) => {
      if (prompt?.includes('fault')) {
        throw new ProviderError('provider_rejected', 'No.', { retryable: false })
      }
      if (prompt?.includes('wait')) {
        await begun.arrive()
        await waiting.opened
      }
      return picture()
    },
  })
  app = await startTestApp({
    providers: [
      Object.assign(vendor, { id: 'vendor', costsOperator: true, forEveryCreator: false }),
    ],
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' },
    change: clock.change,
  })
})
afterAll(() => app.close())

beforeEach(async () => {
  begun = createGate(1)
  waiting = createGate(1)
  clock.hours = 0
  creator = new Browser(app.url)
  email = `creator${++made}@example.com`
  await signIn(creator, email)
  creatorId = await idOf(creator)
  await approve(app.ctx, creatorId)
  clock.hours = OLD
  recipe = await publish(creator, offer())
})

let made = 0
const offer = (change: object = {}) => ({
  price: 450,
  cost: CENTS,
  steps: [{ ...DRAW, provider: 'vendor' }],
  ...change,
})

const tryMake = (wish: object) =>
  creator.json<CodeView & Refusal>('/codes', {
    body: {
      code: `FREE${++made}`,
      kind: 'free',
      total: 20,
      workflow_ids: [recipe.id],
      run_cost: CENTS,
      ...wish,
    },
  })

async function make(wish: object = {}): Promise<CodeView> {
  const { status, body } = await tryMake(wish)
  expect(body).not.toHaveProperty('error')
  expect(status).toBe(201)
  return body
}

async function read(id: string): Promise<CodeView | undefined> {
  const { body } = await creator.json<{ codes: CodeView[] }>('/codes?limit=48')
  return body.codes.find((one) => one.id === id)
}

const give = (amount: number) =>
  adjustBalance(app.ctx, { principalId: creatorId, amount, reason: 'for a test' })

const quote = (code: string) =>
  new Visitor(app.url).call<{ price: number } & Refusal>('POST', `/workflows/${recipe.id}/price`, {
    code,
  })

const begin = (buyer: Visitor, code: string, wish = 'boat') =>
  buyer.call<{ job_id: string } & Refusal>('POST', `/workflows/${recipe.id}/creations`, {
    user_id: buyer.anonymousId,
    user_inputs: { wish },
    code,
  })

/** Runs to the end; answers the status of the job. */
async function run(code: string, wish = 'boat', buyer = new Visitor(app.url)): Promise<string> {
  const started = await begin(buyer, code, wish)
  expect(started.body).not.toHaveProperty('error')
  return (await ended(buyer, started.body.job_id)).status
}

interface Payouts {
  unpaid: number
  lines: UnpaidLineView[]
  free_runs: { runs: number; taken: number }
}
const money = async () => (await creator.json<Payouts>('/payouts')).body

/** What the ledger owes the creator, and what it has of each kind of entry for jobs of the recipe. */
async function books() {
  const { rows } = await app.ctx.db.execute<{ kind: string; cents: number }>(sql`
    select kind, sum(amount)::int as cents from ledger_entries
    where workflow_id = ${recipe.id} group by kind order by kind`)
  return Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents]))
}

const uncovered = (code: string) =>
  `The code ${code} pays for no remix at the moment: the balance of its creator does not cover what a remix may cost.`

test('a code begins only once its creator was shown what each run and all runs take at most', async () => {
  const refused = await tryMake({ run_cost: undefined, total: 5 })
  expect([refused.status, refused.body.error]).toEqual([
    400,
    'run_cost must be at least 8: each remix takes at most $0.08 from your balance, and all 5 at most $0.40.',
  ])
  const code = await make({ total: 5 })
  expect(code).toMatchObject({ run_cost: CENTS, run_cost_now: CENTS, taken: 0 })
  const listed = await creator.json<{ run_cost: number }>(`/codes?workflow_id=${recipe.id}`)
  expect(listed.body.run_cost).toBe(CENTS)
  // A code for all recipes names no recipe whose cost its creator saw.
  await give(100)
  const everywhere = await make({ workflow_ids: [], run_cost: 0 })
  expect((await quote(everywhere.code)).body.error).toBe(
    `The code ${everywhere.code} pays for no remix of this recipe: a remix may cost more than its creator has agreed to bear.`,
  )
})

test('a run begins only where the cleared balance covers what it may cost', async () => {
  const code = await make()
  await give(CENTS - 1)
  expect((await quote(code.code)).body.error).toBe(uncovered(code.code))
  const refused = await begin(new Visitor(app.url), code.code)
  expect([refused.status, refused.body.error]).toEqual([402, uncovered(code.code)])
  await give(1)
  expect((await quote(code.code)).body).toMatchObject({ price: 0 })
  expect(await run(code.code)).toBe('COMPLETED')
  expect(await books()).toEqual({ free_run: CENTS, provider_cost: CENTS })
  expect(await money()).toMatchObject({ unpaid: 0, free_runs: { runs: 1, taken: CENTS } })
  expect(await read(code.id)).toMatchObject({ uses: 1, taken: CENTS, paid: 0, earned: 0 })
})

test('of ten at once with money for one, one runs; what it may cost is held until its end, also from payouts', async () => {
  const [code, other] = [await make(), await make()]
  await give(2 * CENTS - 1)
  const tries = await Promise.all(
    Array.from({ length: 10 }, async (_, at) => {
      const buyer = new Visitor(app.url)
      const text = (at % 2 === 0 ? code : other).code
      return { buyer, text, answer: await begin(buyer, text, 'wait') }
    }),
  )
  const won = tries.filter(({ answer }) => answer.status === 200)
  expect(won).toHaveLength(1)
  for (const { answer, text } of tries) {
    if (answer.status !== 200) expect(answer.body.error).toBe(uncovered(text))
  }
  await begun.opened
  expect((await money()).lines).toContainEqual({
    amount: CENTS,
    reason: 'held',
    words: 'Held back: the free remixes by your codes that have not ended may cost as much.',
    date: null,
  })
  const preview = (await previewRun(app.ctx)).find(({ principalId }) => principalId === creatorId)
  expect(preview?.stays).toContainEqual(expect.objectContaining({ amount: CENTS, reason: 'held' }))
  await waiting.arrive()
  const [winner] = won
  if (!winner) throw new Error('nobody won')
  expect((await ended(winner.buyer, winner.answer.body.job_id)).status).toBe('COMPLETED')
  expect(await money()).toMatchObject({ unpaid: CENTS - 1, free_runs: { runs: 1, taken: CENTS } })
})

test('a failed or cancelled run that has cost something is the creator’s, and a use; its failure is not the buyer’s', async () => {
  const code = await make({ total: 3 })
  await give(100)
  const buyer = new Visitor(app.url)
  expect(await run(code.code, 'fault', buyer)).toBe('FAILED')
  expect(await read(code.id)).toMatchObject({ uses: 1, taken: CENTS })
  const cancelling = new Visitor(app.url)
  const waits = await begin(cancelling, code.code, 'wait')
  await begun.opened
  await cancelling.call('DELETE', `/jobs/${waits.body.job_id}`)
  expect((await ended(cancelling, waits.body.job_id)).status).toBe('CANCELLED')
  await waiting.arrive()
  expect((await begin(cancelling, code.code)).body.error).toBe(
    `You have used the code ${code.code} already.`,
  )
  expect(await run(code.code, 'boat', buyer)).toBe('COMPLETED')
  expect(await read(code.id)).toMatchObject({ uses: 3, state: 'used_up', taken: 3 * CENTS })
  expect(await books()).toEqual({ free_run: 3 * CENTS, provider_cost: 3 * CENTS })
})

test('a worker that dies before its commit takes nothing, and the next one takes the cost once', async () => {
  const code = await make()
  await give(100)
  // The first entry is lost with its transaction; a sequence remembers across the loss.
  await app.ctx.db.execute(sql`create sequence deaths`)
  await app.ctx.db.execute(sql`
    create function die() returns trigger language plpgsql as $$
    begin
      if new.kind = 'free_run' and nextval('deaths') = 1 then raise 'the worker dies'; end if;
      return new;
    end $$`)
  await app.ctx.db.execute(
    sql`create trigger dies before insert on ledger_entries for each row execute function die()`,
  )
  expect(await run(code.code)).toBe('COMPLETED')
  const { rows } = await app.ctx.db.execute<{ last: number }>(
    sql`select last_value::int as last from deaths`,
  )
  expect(rows[0]?.last).toBe(2)
  await app.ctx.db.execute(sql`drop trigger dies on ledger_entries`)
  expect(await books()).toEqual({ free_run: CENTS, provider_cost: CENTS })
})

test('a new version that may cost more is paid for only once its creator agrees', async () => {
  const code = await make()
  await give(100)
  const next = recipeFor(creatorId, offer({ cost: 2 * CENTS }))
  expect(
    (await creator.json(`/workflows/${recipe.id}`, { method: 'PUT', body: next })).status,
  ).toBe(200)
  expect((await quote(code.code)).body.error).toContain('more than its creator has agreed to bear')
  expect(await read(code.id)).toMatchObject({ run_cost: CENTS, run_cost_now: 2 * CENTS })
  const change = (body: object) =>
    creator.json<CodeView & Refusal>(`/codes/${code.id}/state`, { method: 'PUT', body })
  expect((await change({ state: 'active' })).body.error).toContain(
    'run_cost must be at least 16: each remix takes at most $0.16',
  )
  expect((await change({ state: 'active', run_cost: 2 * CENTS })).body.run_cost).toBe(2 * CENTS)
  expect(await run(code.code)).toBe('COMPLETED')
  // What the run cost is taken, not what it might have cost.
  expect(await books()).toMatchObject({ free_run: CENTS })
})

test('a run under way ends and is paid for, though its code was stopped and its recipe paused', async () => {
  const code = await make()
  await give(100)
  const buyer = new Visitor(app.url)
  const started = await begin(buyer, code.code, 'wait')
  await begun.opened
  await creator.json(`/codes/${code.id}/state`, { method: 'PUT', body: { state: 'stopped' } })
  const paused = await creator.json(`/workflows/${recipe.id}/state`, {
    method: 'PUT',
    body: { state: 'paused' },
  })
  expect(paused.status).toBe(200)
  expect((await begin(new Visitor(app.url), code.code)).status).toBe(409)
  await waiting.arrive()
  expect((await ended(buyer, started.body.job_id)).status).toBe('COMPLETED')
  expect(await money()).toMatchObject({ unpaid: 100 - CENTS })
})

test('a run under way is taken from the balance of an account that was deleted meanwhile', async () => {
  const code = await make()
  await give(100)
  const buyer = new Visitor(app.url)
  const started = await begin(buyer, code.code, 'wait')
  await begun.opened
  await signIn(creator, email, { fresh: true })
  const gone = await creator.json('/users/me', { method: 'DELETE' })
  expect(gone.status).toBe(200)
  await waiting.arrive()
  expect((await ended(buyer, started.body.job_id)).status).toBe('COMPLETED')
  expect(await sumByPrincipal(app.ctx, creatorId)).toBe(100 - CENTS)
})

test('run, recipe, earnings, payouts and the statement tell what free runs took, to the cent', async () => {
  const code = await make()
  await give(100)
  for (let time = 0; time < 3; time++) await run(code.code)
  const taken = 3 * CENTS
  const runs = await creator.json<{ runs: WorkflowRun[] }>(`/workflows/${recipe.id}/runs`)
  expect(runs.body.runs.map((one) => one.taken)).toEqual([CENTS, CENTS, CENTS])
  const own = await creator.json<Numbers>(`/workflows/${recipe.id}/numbers`)
  expect(own.body.total).toMatchObject({ free_runs: taken, earned: 0, delivered: 3 })
  const all = await creator.json<Numbers>('/studio/numbers')
  expect(all.body.total.free_runs).toBe(taken)
  const earnings = await creator.json('/users/me/earnings')
  expect(earnings.body).toMatchObject({ free_runs: taken, available: 100 - taken, lifetime: 0 })
  expect(await money()).toMatchObject({
    unpaid: 100 - taken,
    free_runs: { runs: 3, taken },
  })
  const month = monthOf(app.ctx.clock.now())
  clock.hours += 32 * 24
  await makeMonthStatements(app.ctx, month)
  const [sealed] = await app.ctx.db
    .select()
    .from(statements)
    .where(eq(statements.principalId, creatorId))
  expect(sealed?.figures.parts).toMatchObject({ free_runs: -taken, adjustments: 100, sales: 0 })
  expect(sealed?.closing).toBe(await sumByPrincipal(app.ctx, creatorId))
  expect(sealed?.csv).toContain(`free_run,free_runs,${recipe.name},${recipe.id}`)
})
