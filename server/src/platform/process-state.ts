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
