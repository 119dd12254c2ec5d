export interface Kept<T> {
  value: Promise<T>
  /** Whether a caller who comes now would be given the same. */
  isCurrent(): boolean
}

export interface BriefCache<T> {
  get(key: string, make: () => Promise<T>): Kept<T>
  clear(): void
}

/**
 * What is the same for everybody, for a short while. Simultaneous misses make it once; the oldest
 * entry makes room; a change empties it, values under way included.
 */
export function createBriefCache<T>(options: {
  lifeMs: number
  entries: number
  /** A fault is not worth keeping: the next visitor may have better luck. */
  isFault?: (value: T) => boolean
  now?: () => number
}): BriefCache<T> {
  const { lifeMs, entries, isFault, now = () => performance.now() } = options
  const kept = new Map<string, Kept<T>>()
  let epoch = 0

  function begin(key: string, make: () => Promise<T>): Kept<T> {
    const expires = now() + lifeMs
    const begun = epoch
    let dropped = false
    const value = make()
    const entry = { value, isCurrent: () => !dropped && begun === epoch && now() < expires }
    const drop = () => {
      dropped = true
      if (kept.get(key) === entry) kept.delete(key)
    }
    value.then((made) => isFault?.(made) && drop(), drop)
    return entry
  }

  return {
    get(key, make) {
      const found = kept.get(key)
      if (found?.isCurrent()) return found
      const entry = begin(key, make)
      kept.delete(key)
      kept.set(key, entry)
      const oldest = kept.keys().next().value
      if (kept.size > entries && oldest !== undefined) kept.delete(oldest)
      return entry
    },
    clear() {
      epoch++
      kept.clear()
    },
  }
}
