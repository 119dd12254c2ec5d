import { cancelOperation, LANES } from '../features/generation/index.ts'
import { makeVariants } from '../features/media/index.ts'
import { paymentJobs } from '../features/payments/index.ts'
import { makeSamples } from './seed-catalogue.ts'
import { SWEEPS } from './sweeps.ts'

/** Every kind of queued work; declared at start, so that a send never creates a queue. */
export const JOB_KINDS = [
  ...LANES,
  cancelOperation,
  makeVariants,
  makeSamples,
  ...paymentJobs,
  ...SWEEPS.map((sweep) => sweep.job),
]
