import type { JobView } from '@vignette/contract/jobs.ts'
import { call } from '../../../lib/client.ts'

export function getJob(id: string, signal?: AbortSignal): Promise<JobView> {
  return call('getJob', { params: { id }, signal })
}
