import type { UserInputs } from '@vignette/contract/creations.ts'
import type { JobView } from '@vignette/contract/jobs.ts'
import { cancelJob, listRunningJobs } from '../api.ts'
import type { Run } from './remix-ports.ts'

/**
 * Returns the job that the aborted request started or is starting; null if the request was refused.
 */
type AskAgain = () => Promise<string | null>

/** Work that depends on a finished cancellation awaits `settled`. */
export function createJobCanceller() {
  let pending: Promise<unknown> = Promise.resolve()
  return {
    cancel(run: Run, askAgain: AskAgain): Promise<JobView | null> {
      const work = cancelRun(run, askAgain)
      pending = work.catch(() => undefined)
      return work
    },
    settled: async () => void (await pending),
  }
}

async function cancelRun(
  { workflowId, jobId, inputs }: Run,
  askAgain: AskAgain,
): Promise<JobView | null> {
  const id = jobId ?? (await findJob(workflowId, inputs)) ?? (await askAgain())
  if (!id) return null
  return cancelJob(id)
}

/** A request aborted before its answer may still have started a run. */
async function findJob(workflowId: string, inputs: UserInputs): Promise<string | null> {
  const jobs = await listRunningJobs(workflowId)
  const own = jobs.find((job) =>
    Object.entries(inputs).every(
      ([key, value]) => JSON.stringify(job.user_inputs[key]) === JSON.stringify(value),
    ),
  )
  return own?.job_id ?? null
}
