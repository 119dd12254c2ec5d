/** Runs at most `limit` works at once; further works wait, and start in the order of their arrival. */
export function limitConcurrency(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= limit) await new Promise<void>((turn) => waiting.push(turn))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The slot is handed to the next waiter, not freed, so that no newcomer takes it first.
      if (next) next()
      else running--
    }
  }
}
