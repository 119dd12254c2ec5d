import type { UserInputs } from '@vignette/contract/creations.ts'
import { call } from '../../../lib/client.ts'
import { logFault } from '../../../lib/log.ts'

interface Run {
  workflowId: string
  jobId: string | null
  inputs: UserInputs
}

/** Cancels in the background; what depends on the end of it waits for `settled`. */
export function createJobCanceller() {
  let pending: Promise<void> = Promise.resolve()
  return {
    cancel(run: Run): void {
      pending = cancelRun(run).catch((error: unknown) =>
        logFault('The run could not be cancelled', error),
      )
    },
    settled: () => pending,
  }
}

async function cancelRun({ workflowId, jobId, inputs }: Run): Promise<void> {
  const id = jobId ?? (await findJob(workflowId, inputs))
  if (id) await call('cancelJob', { params: { id } })
}

/** A request aborted before its answer may have begun a run all the same. */
async function findJob(workflowId: string, inputs: UserInputs): Promise<string | null> {
  const { jobs } = await call('listMyJobs', { query: { workflow_id: workflowId } })
  const own = jobs.find(
    (job) =>
      (job.status === 'QUEUED' || job.status === 'RUNNING') &&
      Object.entries(inputs).every(
        ([key, value]) => JSON.stringify(job.user_inputs[key]) === JSON.stringify(value),
      ),
  )
  return own?.job_id ?? null
}
