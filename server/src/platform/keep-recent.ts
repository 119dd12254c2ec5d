export interface Recent<T> {
  get(key: string): T | undefined
  set(key: string, value: T): T
  clear(): void
}

/** A map with an upper bound of entries; LRU eviction. */
export function keepRecent<T>(most: number): Recent<T> {
  const kept = new Map<string, T>()
  const put = (key: string, value: T) => {
    kept.delete(key)
    kept.set(key, value)
    return value
  }
  return {
    get(key) {
      const found = kept.get(key)
      return found === undefined ? undefined : put(key, found)
    },
    set(key, value) {
      put(key, value)
      const oldest = kept.keys().next()
      if (kept.size > most && !oldest.done) kept.delete(oldest.value)
      return value
    },
    clear: () => kept.clear(),
  }
}
