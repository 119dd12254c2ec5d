import { ApiError, readReason, TimeoutError } from '../../../lib/api-error.ts'
import type { Fault } from './fault.ts'

export interface CreateFault {
  text: string
  /** Advice for the author. */
  hint?: string
  /** The server's faults with their places. */
  faults: readonly Fault[]
}

export type ParsedRecipe = { ok: true; value: unknown } | { ok: false; fault: CreateFault }

export function parseRecipe(text: string): ParsedRecipe {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unreadable'
    return { ok: false, fault: { text: `Invalid JSON: ${message}`, faults: [] } }
  }
}

export function describeFault(error: unknown): CreateFault {
  if (error instanceof ApiError) {
    return { text: `API Error: ${error.message}`, faults: error.details }
  }
  if (error instanceof TimeoutError) return { text: `API Error: ${error.message}`, faults: [] }
  const hint = error instanceof TypeError ? readReason(error, '') : ''
  return { text: 'An unexpected error occurred', hint, faults: [] }
}
