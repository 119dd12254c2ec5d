import { inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { defineProcessPart } from '../../platform/process-state.ts'
import { type JobRow, jobs } from '../../schema/generation.ts'
import { getOwnJob } from './job.ts'

/** Calls `onChange` with each new state until the job ends or the watcher leaves. */
export async function watchJob(
  ctx: Ctx,
  first: JobRow,
  signal: AbortSignal,
  onChange: (row: JobRow) => void | Promise<void>,
): Promise<JobRow> {
  let row = first
  let latest = first
  let wake: () => void = () => undefined
  const unfollow = followRow(ctx, first.id, (read) => {
    // A read that began before this watcher's own may end after it.
    if (read.seq > latest.seq) latest = read
    wake()
  })
  const onLeft = () => wake()
  signal.addEventListener('abort', onLeft)
  try {
    await onChange(row)
    while (!row.finishedAt && !signal.aborted) {
      if (latest === row) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      row = latest
      await onChange(row)
    }
    return row
  } finally {
    unfollow()
    signal.removeEventListener('abort', onLeft)
  }
}

/** Waits for the end of the caller's job as long as a slot is free and the signal lets it. */
export async function waitForJob(ctx: Ctx, id: string, signal: AbortSignal): Promise<void> {
  const { principal, address } = ctx.caller
  let releaseSlot = (): void => undefined
  try {
    releaseSlot = ctx.waits.take('answers', { principal: principal?.id, address })
    await watchJob(ctx, await getOwnJob(ctx, id), signal, () => undefined)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  } finally {
    releaseSlot()
  }
}

/** The polling interval, in case a notification was lost. */
const LOOK_EVERY_MS = 2_000

interface Followed {
  followers: Set<(row: JobRow) => void>
  seq: number
  /** Changed since the last read began. */
  changed: boolean
  reading: boolean
  unsubscribe: () => void
}

type Reader = Pick<Ctx, 'db' | 'events' | 'log' | 'process'>

interface Following {
  rows: Map<string, Followed>
  looking: NodeJS.Timeout | undefined
}

const following = defineProcessPart((): Following => ({ rows: new Map(), looking: undefined }))

/**
 * Calls `onRow` with each state of a job, the present one first. Each change is read once per
 * process, however many followers a job has, and one statement every two seconds polls all followed
 * jobs.
 */
function followRow(ctx: Reader, id: string, onRow: (row: JobRow) => void): () => void {
  const all = ctx.process.of(following)
  let one = all.rows.get(id)
  if (!one) {
    const made: Followed = {
      followers: new Set(),
      seq: -1,
      changed: false,
      reading: false,
      unsubscribe: ctx.events.subscribe(id, () => void readAgain(ctx, id, made)),
    }
    one = made
    all.rows.set(id, one)
  }
  const followed = one
  followed.followers.add(onRow)
  all.looking ??= setInterval(() => void lookAfter(ctx, all), LOOK_EVERY_MS)
  // The job may have changed before the subscription.
  void readAgain(ctx, id, followed)
  return () => {
    followed.followers.delete(onRow)
    if (followed.followers.size > 0 || all.rows.get(id) !== followed) return
    followed.unsubscribe()
    all.rows.delete(id)
    if (all.rows.size > 0) return
    clearInterval(all.looking)
    all.looking = undefined
  }
}

const jobById = prepared((db) =>
  db
    .select()
    .from(jobs)
    .where(sql`${jobs.id} = ${sql.placeholder('id')}`),
)

/** A failed read counts as no news, and the next poll reads again. */
async function readAgain(ctx: Reader, id: string, one: Followed): Promise<void> {
  one.changed = true
  if (one.reading) return
  one.reading = true
  try {
    while (one.changed && one.followers.size > 0) {
      one.changed = false
      const [row] = await jobById(ctx.db).execute({ id })
      if (!row) continue
      one.seq = row.seq
      for (const onRow of one.followers) onRow(row)
    }
  } catch (error) {
    ctx.log.warn({ err: error, jobId: id }, 'a watched job could not be read')
  } finally {
    one.reading = false
  }
}

async function lookAfter(ctx: Reader, { rows }: Following): Promise<void> {
  try {
    const found = await ctx.db
      .select({ id: jobs.id, seq: jobs.seq })
      .from(jobs)
      .where(inArray(jobs.id, [...rows.keys()]))
    for (const { id, seq } of found) {
      const one = rows.get(id)
      if (one && one.seq !== seq) void readAgain(ctx, id, one)
    }
  } catch (error) {
    ctx.log.warn({ err: error }, 'watched jobs could not be looked after')
  }
}
