/** The key and initial value of one part of a process's memory. */
interface ProcessPart<T> {
  readonly make: () => T
}

/** The memory of one process, which every request and task in that process shares. */
export interface ProcessState {
  /** The part; the first call creates the part. */
  of<T>(part: ProcessPart<T>): T
}

export function defineProcessPart<T>(make: () => T): ProcessPart<T> {
  return { make }
}

export function createProcessState(): ProcessState {
  const parts = new Map<ProcessPart<unknown>, unknown>()
  return {
    of<T>(part: ProcessPart<T>): T {
      if (!parts.has(part)) parts.set(part, part.make())
      return parts.get(part) as T
    },
  }
}

interface Recent<T> {
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
