import type { z } from 'zod'
import { type Operation, ProviderError } from '../spec.ts'

export function readOperation<T>(schema: z.ZodType<T>, stored: Operation): T {
  const read = schema.safeParse(stored)
  if (read.success) return read.data
  throw new ProviderError('operation_unknown', 'This generation can not be resumed.', {
    retryable: false,
  })
}
