import type { TestContext } from 'vitest'

/** One line of the table that the run of all faults ends with. */
export interface FaultReport {
  fault: string
  done: string
  found: string
  /** From the fault to the moment when all was well again. */
  recoveryMs?: number | undefined
}

declare module 'vitest' {
  interface TaskMeta {
    fault?: FaultReport
  }
}

export function reportFault({ task }: TestContext, report: FaultReport): void {
  task.meta.fault = report
}

/** Milliseconds since it was made. */
export function startWatch(): () => number {
  const began = performance.now()
  return () => Math.round(performance.now() - began)
}
