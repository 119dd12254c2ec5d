import { generationSeconds } from '@vignette/contract/generation-time.ts'
import type { JobRow } from './tables.ts'

export interface Accepted {
  job_id: string
  status: string
  generation_time: number
}

export function viewAccepted(job: JobRow): Accepted {
  return {
    job_id: job.id,
    status: job.status,
    generation_time: generationSeconds(job.generationTimeMs),
  }
}
