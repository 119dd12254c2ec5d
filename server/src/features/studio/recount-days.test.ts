import { INNER_SOURCES } from '@vignette/contract/visit-source.ts'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyStory } from '../../../test/support/money/any-story.ts'
import {
  createMoneyWorld,
  type MoneyWorld,
} from '../../../test/support/money/create-money-world.ts'
import { deskOf } from '../../../test/support/money/gateway-desk.ts'
import { beginStory } from '../../../test/support/money/money-story.ts'
import { payments } from '../../schema/payments.ts'
import { listLedgerLines } from '../ledger/index.ts'
import { type Figures, sumFigures } from './figures.ts'
import { recountDays } from './recount-days.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await createMoneyWorld()
})
afterAll(() => world.close())

const DAY_MS = 86_400_000
const SOURCES = [...INNER_SOURCES, 'link:bio', 'embed:blog.example', null] as const

type Sums = Record<string, Partial<Figures>>

/** Counts by hand, row by row, what a workflow's figures of each day should be. */
async function countByHand(workflowId: string): Promise<Sums> {
  const sums: Sums = {}
  const add = (at: Date | null, name: keyof Figures, count: number) => {
    if (!at || count === 0) return
    const day = at.toISOString().slice(0, 10)
    const figures = (sums[day] ??= {})
    figures[name] = (figures[name] ?? 0) + count
  }
  const rows = await world.ctx.db.select().from(payments).where(eq(payments.workflowId, workflowId))
  for (const payment of rows) {
    add(payment.createdAt, 'checkouts', 1)
    add(payment.authorizedAt, 'authorized', 1)
    if (payment.state !== 'captured') continue
    for (const line of await listLedgerLines(world.ctx, { paymentId: payment.id })) {
      if (line.account === 'creator' || line.account === 'unclaimed') {
        add(line.occurredAt, 'earned', -line.amount)
      }
      if (line.account !== 'platform' || line.kind !== 'capture') continue
      add(line.occurredAt, 'sales', 1)
      add(line.occurredAt, 'paid', line.entryAmount)
    }
  }
  return sums
}

async function readFigures(workflowId: string): Promise<Sums> {
  const groups = await sumFigures(world.ctx, { workflowIds: [workflowId], by: ['day'] })
  const told = ['checkouts', 'authorized', 'sales', 'paid', 'earned'] as const
  return Object.fromEntries(
    groups.flatMap(({ day, figures }) => {
      const some = told.filter((name) => figures[name] !== 0)
      if (!day || some.length === 0) return []
      return [[day, Object.fromEntries(some.map((name) => [name, figures[name]]))]]
    }),
  )
}

const withoutZeros = (sums: Sums): Sums =>
  Object.fromEntries(
    Object.entries(sums).flatMap(([day, figures]) => {
      const some = Object.entries(figures).filter(([, count]) => count !== 0)
      return some.length > 0 ? [[day, Object.fromEntries(some)]] : []
    }),
  )

test('after any history, and with recounts at any time, each day equals its rows', async () => {
  const desk = deskOf(world.sandbox.sandbox, { delivers: true })
  await fc.assert(
    fc.asyncProperty(
      anyStory,
      fc.constantFrom(...SOURCES),
      fc.nat(6),
      async ({ acts, ...sold }, source, every) => {
        const story = await beginStory(world, desk, sold)
        const { workflowId } = story.recipe
        for (const [index, act] of acts.entries()) {
          await story.act(act)
          if (index % 7 === every) await recountDays(world.ctx)
        }
        await world.ctx.db
          .update(payments)
          .set({ cameFrom: source })
          .where(eq(payments.workflowId, workflowId))
        expect(await readFigures(workflowId)).toEqual(withoutZeros(await countByHand(workflowId)))
        world.clock.advance(DAY_MS)
        await recountDays(world.ctx)
        expect(await readFigures(workflowId)).toEqual(withoutZeros(await countByHand(workflowId)))
      },
    ),
    { seed: 20_261_123, numRuns: Number(process.env['STORIES'] ?? 20) },
  )
}, 300_000)

test('a recount of unchanged rows changes no day', async () => {
  await recountDays(world.ctx)
  expect(await recountDays(world.ctx)).toBe(0)
  await world.ctx.db.execute(sql`update workflow_days set earned = earned + 1`)
  expect(await recountDays(world.ctx)).toBeGreaterThan(0)
  expect(await recountDays(world.ctx)).toBe(0)
})

test('ten recounts at once count each day once', async () => {
  await world.ctx.db.execute(sql`truncate workflow_days, counted_days`)
  await Promise.all(Array.from({ length: 10 }, () => recountDays(world.ctx)))
  expect(await recountDays(world.ctx)).toBe(0)
})
