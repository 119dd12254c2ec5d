import type { TestContext } from 'vitest'

/** One line of the table that the run ends with. */
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

/** Noted before it is judged, so that the table also holds what missed its limit. */
export function reportFigure({ task }: TestContext, figure: Figure): void {
  task.meta.figure = figure
}

export function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}
