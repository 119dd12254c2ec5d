export interface Recent<T> {
  get(key: string): T | undefined
  /** `bytes` is what the value holds of the memory, where the map is bounded by it. */
  set(key: string, value: T, bytes?: number): T
  clear(): void
}

/** A map with an upper bound of entries, and of their bytes; LRU eviction. */
export function keepRecent<T>(most: number, mostBytes = Number.POSITIVE_INFINITY): Recent<T> {
  const kept = new Map<string, { value: T; bytes: number }>()
  let held = 0
  const drop = (key: string) => {
    held -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  return {
    get(key) {
      const found = kept.get(key)
      if (!found) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found.value
    },
    set(key, value, bytes = 0) {
      drop(key)
      kept.set(key, { value, bytes })
      held += bytes
      for (const oldest of kept.keys()) {
        if (kept.size <= most && held <= mostBytes) break
        drop(oldest)
      }
      return value
    },
    clear() {
      kept.clear()
      held = 0
    },
  }
}
