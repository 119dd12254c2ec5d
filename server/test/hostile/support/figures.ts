import type { TestContext } from 'vitest'

/** One line of the table printed after the run. */
export interface Figure {
  flood: string
  done: string
  found: string
  limit: string
}

declare module 'vitest' {
  interface TaskMeta {
    figure?: Figure
  }
}

/** Records the figure before the assertion, so that the table also holds figures that miss their limit. */
export function reportFigure({ task }: TestContext, figure: Figure): void {
  task.meta.figure = figure
}

export function medianOf(numbers: readonly number[]): number {
  return shareOf(numbers, 0.5)
}

/** The number that this share of the others does not pass. */
export function shareOf(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
