import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { type JobRow, jobs } from './tables.ts'

/** Read again at least this often, so that no lost notification matters. */
const READ_EVERY_MS = 2_000

/** Calls `onChange` with each new state until the job ends or the watcher leaves. */
export async function watchJob(
  ctx: Ctx,
  first: JobRow,
  signal: AbortSignal,
  onChange: (row: JobRow) => void | Promise<void>,
): Promise<JobRow> {
  let row = first
  // It may have changed before anybody listened.
  let changed = true
  let wake: () => void = () => undefined
  const onChanged = () => {
    changed = true
    wake()
  }
  const unsubscribe = ctx.events.subscribe(first.id, onChanged)
  signal.addEventListener('abort', onChanged)
  try {
    await onChange(row)
    while (!row.finishedAt && !signal.aborted) {
      if (!changed) {
        const timer = setTimeout(onChanged, READ_EVERY_MS)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        clearTimeout(timer)
        continue
      }
      changed = false
      const latest = await read(ctx, first.id)
      if (!latest || latest.seq === row.seq) continue
      row = latest
      await onChange(row)
    }
    return row
  } finally {
    unsubscribe()
    signal.removeEventListener('abort', onChanged)
  }
}

const jobById = prepared((db) =>
  db
    .select()
    .from(jobs)
    .where(eq(jobs.id, sql.placeholder('id'))),
)

/** A database that is away for a moment is asked again like one that has nothing new. */
async function read(ctx: Ctx, id: string): Promise<JobRow | undefined> {
  try {
    const [row] = await jobById(ctx.db).execute({ id })
    return row
  } catch (error) {
    ctx.log.warn({ err: error, jobId: id }, 'a watched job could not be read')
    return undefined
  }
}
