import { createHmac } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { driverOf, nameStatement } from '../db/open-database.ts'
import type { Platform } from '../platform.ts'
import { defineTask } from '../queue/define-task.ts'
import { newestOf, type Secret } from '../secrets.ts'
import { rateBuckets } from './tables.ts'

/** Tokens wanted from one bucket, or, below zero, given back. */
export interface Asked {
  key: string
  /** Tokens a minute, which is also the bucket's capacity. */
  rate: number
  tokens: number
}

export interface Granted {
  /** The number asked for, or all that were left. */
  granted: number
  /** The tokens left in the bucket. */
  left: number
}

/** Asks the buckets that all processes share, each key at most once per call. */
export type AskBuckets = (asked: readonly Asked[]) => Promise<Map<string, Granted>>

/**
 * Buckets are locked in one order, so that two processes that ask for the same buckets never
 * deadlock. `excluded` carries the request: `granted` is the number asked for, and the rate is the
 * sum of both columns.
 */
const ASK = `
  insert into rate_buckets as b (key, tokens, granted, at)
  select asked.key, asked.rate - asked.tokens, asked.tokens, coalesce($4, clock_timestamp())
  from unnest($1::text[], $2::float8[], $3::float8[]) as asked (key, rate, tokens)
  order by asked.key collate "C"
  on conflict (key) do update set (tokens, granted, at) = (
    select least(rate, filled - given), given, greatest(b.at, excluded.at)
    from (select excluded.tokens + excluded.granted as rate) as r,
      lateral (select least(rate, b.tokens + rate / 60 *
        greatest(0, extract(epoch from excluded.at - b.at)::float8)) as filled) as f,
      lateral (select least(excluded.granted, floor(filled)) as given) as g)
  returning b.key, b.granted, b.tokens as left`
const NAME = nameStatement(ASK)

interface Row {
  key: string
  granted: number
  left: number
}

/** `now` is for tests; otherwise the database's clock counts, which all processes share. */
export function openSharedBuckets(db: Db, secret: Secret, now?: () => Date): AskBuckets {
  // Addresses are hashed, since a table of callers and addresses would be a log of visitors.
  const hide = (key: string) =>
    createHmac('sha256', newestOf(secret)).update(`rate ${key}`).digest('base64url').slice(0, 22)
  return async (asked) => {
    const hidden = new Map(asked.map(({ key }) => [hide(key), key]))
    const { rows } = await driverOf(db).query({
      name: NAME,
      text: ASK,
      values: [
        [...hidden.keys()],
        asked.map(({ rate }) => rate),
        asked.map(({ tokens }) => tokens),
        now?.() ?? null,
      ],
    })
    return new Map(
      (rows as Row[]).map(({ key, granted, left }) => [hidden.get(key) ?? '', { granted, left }]),
    )
  }
}

export const sweepRateBuckets = defineTask({
  name: 'http.sweep-rate-buckets',
  retryLimit: 2,
  cron: '*/5 * * * *',
  run: runSweepRateBuckets,
})

/** A bucket unused for a minute is full, which is the same as an absent bucket. */
async function runSweepRateBuckets(ctx: Pick<Platform, 'db'>): Promise<void> {
  await ctx.db
    .delete(rateBuckets)
    .where(lt(rateBuckets.at, sql`clock_timestamp() - interval '2 minutes'`))
}
