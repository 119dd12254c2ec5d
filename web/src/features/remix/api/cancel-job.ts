import type { JobView } from '@vignette/contract/jobs.ts'
import { call } from '../../../lib/client.ts'
import { errorCode } from '../read-error.ts'
import { getJob } from './get-job.ts'

export async function cancelJob(id: string): Promise<JobView> {
  try {
    return await call('cancelJob', { params: { id } })
  } catch (error) {
    // The job ended before the cancel, perhaps with a creation.
    if (errorCode(error) === 'job_finished') return getJob(id)
    throw error
  }
}
