import type { Feature } from '../feature.ts'
import { sweepIdempotencyKeys } from '../platform/http/sweep-idempotency-keys.ts'
import { sweepRateBuckets } from '../platform/http/sweep-rate-buckets.ts'
import { makeSamples } from './seed-catalogue.ts'

/** What belongs to the server itself and to no business word. */
export const server: Feature = {
  name: 'server',
  tasks: [sweepIdempotencyKeys, sweepRateBuckets, makeSamples],
}
