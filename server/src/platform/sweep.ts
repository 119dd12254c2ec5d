import type { Logger } from 'pino'

/** So many failures in a row are no longer about the rows: a vendor or the store is away. */
const MOST_IN_A_ROW = 20

/**
 * Does the work for one row after the other. A row that fails is logged and holds up no other row; at
 * the end what failed is thrown, so that the task shows it and is tried again.
 */
export async function sweepEach<Row extends { id: string }>(
  ctx: { log: Logger },
  select: PromiseLike<readonly Row[]> | readonly Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  let inARow = 0
  for (const row of await select) {
    try {
      await work(row)
      inARow = 0
    } catch (error) {
      ctx.log.error({ err: error, id: row.id }, 'a sweep failed at a row')
      failures.push(error)
      inARow += 1
      if (inARow === MOST_IN_A_ROW) break
    }
  }
  throwAll(failures)
}

/** Takes every part of a sweep, also after one that failed, and then throws what failed. */
export async function sweepParts(
  parts: readonly (() => Promise<unknown> | undefined)[],
): Promise<void> {
  const failures: unknown[] = []
  for (const part of parts) {
    try {
      await part()
    } catch (error) {
      failures.push(error)
    }
  }
  throwAll(failures)
}

function throwAll(failures: readonly unknown[]): void {
  if (failures.length > 1) throw new AggregateError(failures, 'parts of a sweep failed')
  if (failures.length === 1) throw failures[0]
}
