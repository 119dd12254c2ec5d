import type { Ctx } from '../ctx.ts'
import { runSweepEvents, sweepEvents } from '../features/analytics/index.ts'
import {
  recountPopularity,
  runRecountPopularity,
  runSweepCreations,
  sweepCreations,
} from '../features/creations/index.ts'
import { forgetNetworks, runForgetNetworks } from '../features/generation/index.ts'
import {
  runSweepSessions,
  runSweepStranded,
  sweepSessions,
  sweepStranded,
} from '../features/identity/index.ts'
import {
  runSweepMedia,
  runSweepStrayFiles,
  sweepMedia,
  sweepStrayFiles,
} from '../features/media/index.ts'
import { runSweepReports, sweepReports } from '../features/moderation/index.ts'
import { forgetInputs, runForgetInputs } from '../features/payments/index.ts'
import { listWaiting, runListWaiting } from '../features/workflows/index.ts'
import {
  runSweepIdempotencyKeys,
  sweepIdempotencyKeys,
} from '../platform/http/sweep-idempotency-keys.ts'
import { runSweepRateBuckets, sweepRateBuckets } from '../platform/http/sweep-rate-buckets.ts'
import type { JobDefinition } from '../platform/queue/queue.ts'

interface Sweep {
  job: JobDefinition
  run: (ctx: Ctx) => Promise<unknown>
}

/** What runs by the clock, so that nothing grows without end and no count grows stale. */
export const SWEEPS: Sweep[] = [
  { job: sweepCreations, run: runSweepCreations },
  { job: forgetInputs, run: runForgetInputs },
  { job: forgetNetworks, run: runForgetNetworks },
  { job: sweepMedia, run: runSweepMedia },
  { job: sweepStrayFiles, run: runSweepStrayFiles },
  { job: sweepIdempotencyKeys, run: runSweepIdempotencyKeys },
  { job: sweepRateBuckets, run: runSweepRateBuckets },
  { job: sweepSessions, run: runSweepSessions },
  { job: sweepStranded, run: runSweepStranded },
  { job: sweepEvents, run: runSweepEvents },
  { job: sweepReports, run: runSweepReports },
  { job: recountPopularity, run: runRecountPopularity },
  { job: listWaiting, run: runListWaiting },
]
