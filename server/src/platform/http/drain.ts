/** The shutdown of a web process, in two steps. */
export interface Draining {
  /** Step one: callers go to another process; connections close after their answer, streams end. */
  retiring: AbortSignal
  /** Step two: no further result will come, so waiting calls get the current answer. */
  over: AbortSignal
}

export interface Drain extends Draining {
  retire(): void
  /** Ends waiting calls, and retires the process too. */
  end(): void
}

export function startDrain(): Drain {
  const retiring = new AbortController()
  const over = new AbortController()
  return {
    retiring: retiring.signal,
    over: over.signal,
    retire: () => retiring.abort(),
    end() {
      retiring.abort()
      over.abort()
    },
  }
}
