import { expect } from 'vitest'
import type { Principal } from '../../../src/ctx.ts'
import { adjustBalance } from '../../../src/features/payouts/adjustment.ts'
import { liftHold, setHold } from '../../../src/features/payouts/hold.ts'
import { getPosition } from '../../../src/features/payouts/position.ts'
import { checkAccount } from '../../../src/features/payouts/refresh-account.ts'
import { reversePayout } from '../../../src/features/payouts/reverse-payout.ts'
import { availableCents, divideUnpaid, sumLines } from '../../../src/features/payouts/rules.ts'
import { sendPayout } from '../../../src/features/payouts/send-payout.ts'
import { startRun } from '../../../src/features/payouts/start-run.ts'
import type { PayoutAct } from './any-payout-act.ts'
import type { PayoutWorld } from './create-payout-world.ts'
import type { FreeRunDesk } from './free-run-desk.ts'

export interface Sale {
  id: string
  amount: number
  /** The tax in the amount. */
  tax: number
  refunded: number
  disputed: number
  open: boolean
  /** The part of `disputed` that was won back. */
  won: number
  /** Another creator's sale, of which the person gets the commission. */
  referred: boolean
}

export interface Story {
  sales: Sale[]
  holds: string[]
  /** What the operator gave, less what the operator took. */
  adjusted: number
  desk: FreeRunDesk
  /** Free runs that have not ended, with the most that each may cost. */
  running: { jobId: string; most: number }[]
  /** What ended free runs have cost. */
  given: number
}

export const mostOf = (running: Story['running']) =>
  running.reduce((sum, { most }) => sum + most, 0)

export async function sendAll(world: PayoutWorld, creator: Principal): Promise<void> {
  const { rows } = await world.database.pool.query<{ id: string }>(
    `select id from payouts where principal_id = $1 and state in ('scheduled','sending')`,
    [creator.id],
  )
  for (const { id } of rows) await sendPayout(world.ctx, id).catch(() => undefined)
}

/** Carries out an act, as far as there is something to carry it out on. */
export async function playPayoutAct(
  world: PayoutWorld,
  creator: Principal,
  story: Story,
  step: PayoutAct,
): Promise<void> {
  const { sales, holds } = story
  const { ctx, vendor } = world
  const accountId = `acct_${creator.id}`
  const sale = 'at' in step && sales.length > 0 ? sales[step.at % sales.length] : undefined
  const rest = sale ? sale.amount - sale.refunded - sale.disputed + sale.won : 0
  switch (step.do) {
    case 'sell': {
      // A third of the sales each has no tax, 20% and 27%.
      const percent = [0, 20, 27][step.amount % 3] ?? 0
      const tax = Math.round((step.amount * percent) / (100 + percent))
      const referred = step.amount % 5 === 4
      sales.push({
        id: referred
          ? await world.refer(creator, step.amount, tax)
          : await world.sell(creator, step.amount, tax),
        referred,
        amount: step.amount,
        tax,
        refunded: 0,
        disputed: 0,
        won: 0,
        open: false,
      })
      return
    }
    case 'refund': {
      const amount = Math.ceil(rest * step.part)
      if (!sale || amount < 1) return
      await world.refund(sale.id, amount)
      sale.refunded += amount
      return
    }
    case 'dispute': {
      const amount = Math.ceil(rest * step.part)
      if (!sale || amount < 1 || sale.disputed > 0) return
      await world.dispute(sale.id, amount, null, 'opened')
      sale.disputed = amount
      sale.open = true
      return
    }
    case 'decide':
      if (!sale?.open) return
      await world.dispute(sale.id, sale.disputed, 'opened', step.how)
      sale.open = false
      // The stand-in has one dispute for each sale, so a sale that was won back is left alone.
      if (step.how === 'won') sale.won = sale.disputed
      return
    case 'wait':
      return world.wait(step.days)
    case 'run': {
      const cleared = () => getPosition(ctx, creator.id, ctx.clock.now()).then(availableCents)
      const before = await cleared()
      await startRun(ctx, { dueAt: ctx.clock.now(), by: 'operator', only: [creator.id] })
      // A payout takes nothing that a running free run may still cost.
      expect(await cleared()).toBeGreaterThanOrEqual(Math.min(before, mostOf(story.running)))
      return
    }
    case 'send':
      vendor.faults = step.fault ? [step.fault] : []
      vendor.balance = step.balance ? 1e12 : 0
      return sendAll(world, creator)
    case 'bank':
      vendor.bank(accountId, step.how)
      return checkAccount(ctx, accountId)
    case 'payday':
      await playPayoutAct(world, creator, story, { do: 'sell', amount: step.amount })
      world.wait(8)
      await playPayoutAct(world, creator, story, { do: 'run' })
      await playPayoutAct(world, creator, story, { do: 'send', fault: null, balance: true })
      if (step.how) await playPayoutAct(world, creator, story, { do: 'bank', how: step.how })
      return
    case 'takeBack': {
      const made = vendor.transfers.findLast(
        (each) => each.accountId === accountId && each.reversed < each.amount,
      )
      if (!made) return
      const left = made.amount - made.reversed
      vendor.takeBack(made.transferId, step.whole ? left : Math.ceil(left / 2))
      return checkAccount(ctx, accountId)
    }
    case 'hold': {
      const hold = { principalId: creator.id, code: 'operator', setBy: 'admin' } as const
      const amount = step.amount ?? null
      holds.push((await setHold(ctx, { ...hold, amount, reason: 'a look', until: null })).id)
      return
    }
    case 'lift': {
      const id = holds[step.at % Math.max(1, holds.length)]
      if (id) await liftHold(ctx, id)
      return
    }
    case 'account':
      vendor.setAccount(accountId, step.ready ? 'ready' : 'restricted', step.last4)
      return checkAccount(ctx, accountId)
    case 'reverse': {
      const { rows } = await world.database.pool.query<{ id: string }>(
        `select id from payouts where principal_id = $1 and state in ('in_transit', 'paid')
         order by id desc limit 1`,
        [creator.id],
      )
      vendor.faults = step.lost ? ['lost'] : []
      const [last] = rows
      // The answer was lost, so the vendor's next word tells.
      if (last) await reversePayout(ctx, last.id, 'a test').catch(() => undefined)
      vendor.faults = []
      return checkAccount(ctx, accountId)
    }
    case 'give': {
      const now = ctx.clock.now()
      const position = await getPosition(ctx, creator.id, now)
      const lines = divideUnpaid(position, now)
      const held = sumLines(lines.filter(({ reason }) => reason === 'held'))
      const { most, runs } = step
      const covered = Math.floor(Math.max(0, availableCents(position) - held) / most)
      const begun = await Promise.all(Array.from({ length: runs }, () => story.desk.begin(most)))
      const jobIds = begun.filter((id) => id !== undefined)
      expect(jobIds).toHaveLength(Math.min(runs, covered))
      story.running.push(...jobIds.map((jobId) => ({ jobId, most })))
      for (let time = 0; time < Math.min(step.ended, jobIds.length); time++) {
        await playPayoutAct(world, creator, story, { do: 'end run', at: time, part: 0.7 })
      }
      return
    }
    case 'end run': {
      const [run] = story.running.splice(step.at % Math.max(1, story.running.length), 1)
      if (!run) return
      const cents = Math.floor(run.most * step.part)
      await story.desk.end(run.jobId, cents)
      story.given += cents
      return
    }
    case 'adjust':
      story.adjusted += step.amount
      await adjustBalance(ctx, { principalId: creator.id, amount: step.amount, reason: 'a test' })
      return
  }
}
