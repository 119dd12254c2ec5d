import { CASE } from '@vignette/contract/case-words.ts'
import { and, asc, inArray, isNotNull, isNull, lt, lte, or, type SQL } from 'drizzle-orm'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { sweepEach, sweepParts } from '../../platform/sweep.ts'
import { hoursAgo } from '../../platform/time.ts'
import { cases } from '../../schema/cases.ts'
import { changeCase, type FoundCase, lockCase } from './case.ts'
import { askCreator, notifyOfTurn } from './case-notice.ts'
import { isUndecided, REMIND_BEFORE_MS, WORDS_DAYS } from './rules.ts'

export const sweepCasesTask = defineTask({
  name: 'cases.sweep',
  retryLimit: 0,
  cron: '*/5 * * * *',
  run: (ctx: Ctx) => sweepCases(ctx),
})

const AT_ONCE = 100

/** Hands over cases whose time is up, reminds creators a day before, and forgets what is not needed. */
export async function sweepCases(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const soon = new Date(now.getTime() + REMIND_BEFORE_MS)
  await sweepParts([
    () => forEach(ctx, lte(cases.answerBy, now), escalate),
    () => forEach(ctx, and(lte(cases.answerBy, soon), isNull(cases.remindedAt)), remind),
    () => forget(ctx),
  ])
}

/** Works on each case in a transaction of its own. */
async function forEach(
  ctx: Ctx,
  which: SQL | undefined,
  work: (tx: TxCtx, found: FoundCase) => Promise<void>,
): Promise<void> {
  const due = ctx.db
    .select({ id: cases.id })
    .from(cases)
    .where(and(inArray(cases.state, ['open', 'answered']), isNull(cases.operatorSince), which))
    .orderBy(asc(cases.answerBy))
    .limit(AT_ONCE)
  await sweepEach(ctx, due, ({ id }) =>
    inTransaction(ctx, async (tx) => {
      const found = await lockCase(tx, id)
      if (isUndecided(found.row) && !found.row.operatorSince) await work(tx, found)
    }),
  )
}

async function escalate(tx: TxCtx, found: FoundCase): Promise<void> {
  await notifyOfTurn(tx, await changeCase(tx, found, { operatorSince: tx.clock.now() }))
}

async function remind(tx: TxCtx, found: FoundCase): Promise<void> {
  if (found.row.remindedAt) return
  await askCreator(tx, await changeCase(tx, found, { remindedAt: tx.clock.now() }), true)
}

async function forget(ctx: Ctx): Promise<void> {
  await ctx.db
    .update(cases)
    .set({ card: null, network: null })
    .where(
      and(
        lt(cases.createdAt, hoursAgo(ctx, CASE.atOnceDays * 24)),
        or(isNotNull(cases.card), isNotNull(cases.network)),
      ),
    )
  await ctx.db
    .update(cases)
    .set({ text: null, answer: null })
    .where(
      and(
        lt(cases.decidedAt, hoursAgo(ctx, WORDS_DAYS * 24)),
        or(isNotNull(cases.text), isNotNull(cases.answer)),
      ),
    )
}
