import { labelOf } from '@vignette/contract/labels.ts'
import { findShapeFaults } from '@vignette/contract/shape-faults.ts'
import type { z } from 'zod'
import { invalidParams } from './spec.ts'

/**
 * A step's params by its function's schema. The check of a recipe has tried the params, so that only
 * a recipe that was published before the check, or a provider that has changed, fails here.
 */
export function parseParams<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params)
  if (parsed.success) return parsed.data
  const [fault] = findShapeFaults(schema, params)
  const [setting] = fault?.path ?? []
  const name = typeof setting === 'string' ? setting : undefined
  throw invalidParams(fault ? `${name ? labelOf(name) : 'The step'} ${fault.message}.` : '', name)
}
