/** How a web process goes away, in two steps. */
export interface Draining {
  /** From here on callers are sent elsewhere: connections close after their answer, streams end. */
  retiring: AbortSignal
  /** Nothing more will come: who still waits gets the answer there is. */
  over: AbortSignal
}

export interface Drain extends Draining {
  retire(): void
  /** Retires too. */
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
