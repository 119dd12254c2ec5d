import type { TestContext } from 'vitest'

/** One line of the table printed after all faults. */
export interface FaultReport {
  fault: string
  done: string
  found: string
  /** The time from the fault until the checks pass again. */
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

/** Starts a stopwatch that answers the milliseconds since then. */
export function startWatch(): () => number {
  const began = performance.now()
  return () => Math.round(performance.now() - began)
}
