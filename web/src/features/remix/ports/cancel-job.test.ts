import { expect, it } from 'vitest'
import { Refusal, startApi } from '../../../../test/start-api.ts'
import { makeJob } from '../test-support/fake-ports.ts'
import { createJobCanceller } from './cancel-job.ts'

const run = { workflowId: 'w1', jobId: 'j1', inputs: { subject: 'a fox' } }
const finished = () => new Refusal(409, { error: 'This job has ended.', code: 'job_finished' })

it('answers the cancelled job', async () => {
  await startApi({ 'DELETE /jobs/j1': () => makeJob('CANCELLED') })
  expect(await createJobCanceller().cancel(run)).toMatchObject({ status: 'CANCELLED' })
})

it('answers the job as it ended, where it ended first', async () => {
  await startApi({
    'DELETE /jobs/j1': finished,
    'GET /jobs/j1': () => makeJob('COMPLETED'),
  })
  expect(await createJobCanceller().cancel(run)).toMatchObject({
    status: 'COMPLETED',
    result: { id: 'c1' },
  })
})

it('fails where the server does, and lets nobody wait for that', async () => {
  await startApi({ 'DELETE /jobs/j1': () => new Refusal(500) })
  const canceller = createJobCanceller()
  await expect(canceller.cancel(run)).rejects.toThrow('HTTP 500')
  expect(await canceller.settled()).toBeUndefined()
})

it('looks for a run that was aborted before its answer', async () => {
  const asked = await startApi({
    'GET /users/me/jobs': () => ({
      jobs: [
        { ...makeJob('RUNNING', { job_id: 'j2' }), user_inputs: { subject: 'a hare' } },
        { ...makeJob('RUNNING'), user_inputs: { subject: 'a fox' } },
      ],
    }),
    'DELETE /jobs/j1': () => makeJob('CANCELLED'),
  })
  await createJobCanceller().cancel({ ...run, jobId: null })
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /jobs/j1')
})
