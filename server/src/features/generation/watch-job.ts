import type { Ctx } from '../../ctx.ts'
import { followRow } from './follow-row.ts'
import type { JobRow } from './tables.ts'

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
