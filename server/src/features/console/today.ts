import type { getToday as route, TodayKind } from '@vignette/contract/console.ts'
import { mayCall, type StaffCall } from '@vignette/contract/staff.ts'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { requireStaff } from '../identity/index.ts'
import { currentBook } from '../payments/index.ts'

/** Rows of what waits, as `at` and the last moment `due`, and whose call shows them. */
const WAITING: Record<TodayKind, { call: StaffCall; rows: (ctx: Ctx) => ReturnType<typeof sql> }> =
  {
    claims: {
      call: 'listClaims',
      rows: () =>
        sql`select created_at as at, due_at as due from claims where state in ('open', 'hidden')
            union all select created_at, null from claim_objections where outcome is null and restore_at is null`,
    },
    reports: {
      call: 'listReports',
      rows: () =>
        sql`select created_at as at, null::timestamptz as due from reports where status = 'open' and reason <> 'objection'`,
    },
    objections: {
      call: 'listReports',
      rows: () =>
        sql`select created_at as at, null::timestamptz as due from reports where status = 'open' and reason = 'objection'`,
    },
    approvals: {
      call: 'listCreators',
      rows: () =>
        sql`select asked_approval_at as at, null::timestamptz as due from principals where asked_approval_at is not null and deleted_at is null`,
    },
    cases: {
      call: 'listAllCases',
      rows: () =>
        sql`select operator_since as at, null::timestamptz as due from cases where operator_since is not null and state in ('open', 'answered')`,
    },
    disputes: {
      call: 'listAllDisputes',
      rows: () =>
        sql`select created_at as at, due_by as due from payment_disputes where phase = 'needs_response'`,
    },
    holds: {
      call: 'listPayoutHolds',
      rows: (ctx) =>
        sql`select since as at, until as due from payout_holds where lifted_at is null and book = ${currentBook(ctx)} and (until is null or until > ${ctx.clock.now().toISOString()}::timestamptz)`,
    },
    resting: {
      call: 'listAllWorkflows',
      rows: () =>
        sql`select failing_at as at, null::timestamptz as due from workflows where failing_at is not null and deleted_at is null`,
    },
    letters: {
      call: 'listWaitlist',
      rows: (ctx) =>
        sql`select created_at as at, null::timestamptz as due from letters where state in ('queued', 'sending') and created_at < ${new Date(ctx.clock.now().getTime() - LATE_MS).toISOString()}::timestamptz`,
    },
  }

/** A letter is late after these minutes. */
const LATE_MS = 10 * 60_000

type Row = { count: number; at: string | null; due: string | null }

export async function getToday(ctx: Ctx): Promise<z.input<(typeof route)['answer']>> {
  requireStaff(ctx, 'getToday')
  const { via, principal } = ctx.caller
  const waiting: z.input<(typeof route)['answer']>['waiting'] = []
  for (const [kind, { call, rows }] of Object.entries(WAITING)) {
    if (via !== 'command' && !mayCall(principal?.roles ?? [], call)) continue
    const found = await ctx.db.execute<Row>(
      sql`select count(*)::int as count, min(at)::text as at, min(due)::text as due from (${rows(ctx)}) waits`,
    )
    const [row] = found.rows
    if (!row?.at) continue
    waiting.push({
      kind: kind as TodayKind,
      count: row.count,
      oldest_at: new Date(row.at).toISOString(),
      due_at: row.due && new Date(row.due).toISOString(),
    })
  }
  return { waiting }
}
