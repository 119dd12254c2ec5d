export interface Gate {
  /** Resolves when as many have arrived as were expected. */
  opened: Promise<void>
  arrive(): Promise<void>
}

/** Opens when everybody is there. */
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
