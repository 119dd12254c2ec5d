import type { Fault } from '../workflows/index.ts'
import { wordsOf } from './name-place.ts'

interface Check {
  faults: readonly Fault[]
  refused: readonly Fault[]
}

/** The faults of the last check with their places; the place is not said again in the words. */
export function findFaults(check: Check | undefined): Fault[] {
  if (!check) return []
  return [...check.faults, ...check.refused].map((fault) => ({ ...fault, message: wordsOf(fault) }))
}

/** Whether a path is the place or lies below it: `steps[1].prompt` below `steps[1]`. */
export function isWithin(path: string, place: string): boolean {
  return path === place || (path.startsWith(place) && /^[.[]/.test(path.slice(place.length)))
}
