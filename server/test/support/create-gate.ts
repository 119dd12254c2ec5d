export interface Gate {
  /** Resolves when the expected number has arrived. */
  opened: Promise<void>
  arrive(): Promise<void>
}

/** A barrier that opens when all expected callers have arrived. */
export function createGate(expected: number): Gate {
  let missing = expected
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    opened,
    arrive() {
      missing -= 1
      if (missing <= 0) open()
      return opened
    },
  }
}
