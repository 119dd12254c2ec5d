import { CODE } from '@vignette/contract/code-limits.ts'
import type { CodeView, createCode as route } from '@vignette/contract/codes.ts'
import { count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { codes } from '../../schema/promotion.ts'
import { lockCaller } from '../identity/index.ts'
import { getOwn } from '../workflows/index.ts'
import { agreeRunCost, viewCodes } from './code.ts'
import { findCode } from './queries.ts'

type Wish = z.output<(typeof route)['body']>

const DAY_MS = 86_400_000

export async function createCode(ctx: Ctx, wish: Wish): Promise<CodeView> {
  assertSound(wish)
  return inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    await assertOwn(tx, wish)
    const { kind, workflow_ids: workflowIds, total = null } = wish
    const runCost = await agreeRunCost(
      tx,
      { kind, ownerId: owner.id, workflowIds, total },
      wish.run_cost,
    )
    const text = wish.code.toUpperCase()
    if (await findCode(tx, { ownerId: owner.id, text })) {
      throw new AppError('conflict', `You have a code ${text} already.`)
    }
    const [counted] = await tx.db
      .select({ codes: count() })
      .from(codes)
      .where(eq(codes.ownerId, owner.id))
    if ((counted?.codes ?? 0) >= CODE.maxCodes) {
      throw new AppError('forbidden', `You have ${CODE.maxCodes} codes, and no more may stand.`)
    }
    const [row] = await tx.db
      .insert(codes)
      .values({
        id: newId(),
        ownerId: owner.id,
        code: text,
        kind,
        value: wish.value ?? null,
        workflowIds,
        from: wish.from ? beginOf(wish.from) : null,
        until: wish.until ? new Date(beginOf(wish.until).getTime() + DAY_MS) : null,
        total,
        perBuyer: wish.per_buyer,
        runCost,
        state: wish.state,
        createdAt: tx.clock.now(),
      })
      .returning()
    if (!row) throw new Error('the code was not written')
    const [view] = await viewCodes(tx, [row])
    if (!view) throw new Error('the code was not read')
    return view
  })
}

const beginOf = (day: string) => new Date(`${day}T00:00:00Z`)

function assertSound({ kind, value, total, from, until }: Wish): void {
  if (kind === 'free' && value !== undefined)
    throw refused('value', 'is not needed for free remixes')
  if (kind === 'free' && total === undefined) throw refused('total', 'is needed for free remixes')
  if (kind !== 'free' && value === undefined) throw refused('value', 'is needed')
  if (kind === 'percent' && (value ?? 0) > CODE.maxPercent) {
    throw refused('value', `must be at most ${CODE.maxPercent} percent`)
  }
  if (from && until && until < from) throw refused('until', 'must not be before the first day')
}

async function assertOwn(tx: TxCtx, { workflow_ids: ids }: Wish): Promise<void> {
  for (const id of new Set(ids)) await getOwn(tx, id)
}

function refused(path: string, message: string): AppError {
  return new AppError('validation_failed', `${path} ${message}.`, { details: [{ path, message }] })
}
