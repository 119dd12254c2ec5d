import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
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
  let wake: () => void = () => undefined
  const unsubscribe = ctx.events.subscribe(first.id, () => wake())
  const onAbort = () => wake()
  signal.addEventListener('abort', onAbort)
  try {
    await onChange(row)
    while (!row.finishedAt && !signal.aborted) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve
      })
      const latest = await read(ctx, first.id)
      if (latest && latest.seq !== row.seq) {
        row = latest
        await onChange(row)
        continue
      }
      const timer = setTimeout(() => wake(), READ_EVERY_MS)
      await changed
      clearTimeout(timer)
    }
    return row
  } finally {
    unsubscribe()
    signal.removeEventListener('abort', onAbort)
  }
}

/** A database that is away for a moment is asked again like one that has nothing new. */
async function read(ctx: Ctx, id: string): Promise<JobRow | undefined> {
  try {
    const [row] = await ctx.db.select().from(jobs).where(eq(jobs.id, id))
    return row
  } catch (error) {
    ctx.log.warn({ err: error, jobId: id }, 'a watched job could not be read')
    return undefined
  }
}
