import type { JobView } from '@vignette/contract/jobs.ts'
import { buildUrl } from '../../../lib/client.ts'

/** The event stream only speeds up polling, so its failures are ignored. */
export function streamJob(jobId: string, onJob: (job: JobView) => void): () => void {
  if (typeof EventSource === 'undefined') return () => undefined
  const source = new EventSource(buildUrl('streamJobEvents', { id: jobId }), {
    withCredentials: true,
  })
  source.addEventListener('job', (event) => {
    try {
      onJob(JSON.parse(String(event.data)) as JobView)
    } catch {
      // Skip a malformed line.
    }
  })
  return () => source.close()
}
