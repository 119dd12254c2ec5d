import type { ChildPool, RunOptions } from '../../../platform/children/pool.ts'

/** A step from this length on counts as long. */
export const SHORT_SECONDS = 10

/** The provider's access to its child processes. */
export interface SharedChildren {
  run<Result>(
    task: string,
    payload: unknown,
    options: RunOptions,
    /** `first` goes before all that waits and is not. */
    work: { seconds: number; first: boolean },
  ): Promise<Result>
  close(): Promise<void>
}

/**
 * Two pools: `children` for all work, and one more child for short work while long work holds all
 * of those. So a picture never waits for films, but shares the processors with them. Without the
 * second pool all wait in one line.
 */
export function shareChildren(
  children: ChildPool,
  forShort: ChildPool | undefined,
): SharedChildren {
  const waiting: { short: boolean; first: boolean; begin(pool: ChildPool): void }[] = []
  const busy = new Map<ChildPool, number>()
  const freeOf = (pool: ChildPool) => pool.size - (busy.get(pool) ?? 0)
  const count = (pool: ChildPool, by: number) => busy.set(pool, (busy.get(pool) ?? 0) + by)

  function pump(): void {
    for (const one of waiting.slice()) {
      const pool = freeOf(children) > 0 ? children : forShort
      if (!pool || freeOf(pool) <= 0) return
      if (pool === forShort && !one.short) continue
      waiting.splice(waiting.indexOf(one), 1)
      count(pool, 1)
      one.begin(pool)
    }
  }

  return {
    async run(task, payload, options, { seconds, first }) {
      const turn = Promise.withResolvers<ChildPool>()
      const one = { short: seconds <= SHORT_SECONDS, first, begin: turn.resolve }
      // An aborted waiter needs no child: the pool refuses its task at once.
      const leave = () => {
        const at = waiting.indexOf(one)
        if (at < 0) return
        waiting.splice(at, 1)
        count(children, 1)
        turn.resolve(children)
      }
      options.signal?.addEventListener('abort', leave, { once: true })
      const behind = first ? waiting.findIndex((other) => !other.first) : -1
      waiting.splice(behind < 0 ? waiting.length : behind, 0, one)
      if (options.signal?.aborted) leave()
      pump()
      const pool = await turn.promise
      try {
        return await pool.run(task, payload, options)
      } finally {
        options.signal?.removeEventListener('abort', leave)
        count(pool, -1)
        pump()
      }
    },
    async close() {
      await Promise.all([children.close(), forShort?.close()])
      // Waiting tasks are started and then refused by the closed pool.
      for (const one of waiting.splice(0)) {
        count(children, 1)
        one.begin(children)
      }
    },
  }
}
