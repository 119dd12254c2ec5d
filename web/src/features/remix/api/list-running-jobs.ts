import { call } from '../../../lib/client.ts'

/** The caller's jobs of the workflow that wait or run. */
export async function listRunningJobs(workflowId: string, signal?: AbortSignal) {
  const { jobs } = await call('listMyJobs', { query: { workflow_id: workflowId }, signal })
  return jobs.filter(({ status }) => status === 'QUEUED' || status === 'RUNNING')
}
