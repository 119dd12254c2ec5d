/** How many tasks may be under way at once: of one queue, or of several that share them. */
export interface Places {
  /** As many as are free, at most so many. */
  take(wanted: number): number
  give(count: number): void
  /** Called once, when a place falls free after one was wanted and there was none. */
  whenFree(look: () => void): void
}

/** Those `within` count there as well. */
export function createPlaces(most: number, within?: Places): Places {
  const looks = new Set<() => void>()
  let taken = 0
  return {
    take(wanted) {
      const free = Math.max(0, Math.min(wanted, most - taken))
      const got = within ? within.take(free) : free
      taken += got
      return got
    },
    give(count) {
      if (count === 0) return
      taken -= count
      within?.give(count)
      const called = [...looks]
      looks.clear()
      for (const look of called) look()
    },
    whenFree(look) {
      looks.add(look)
      within?.whenFree(look)
    },
  }
}
