import { expect, it } from 'vitest'
import { Refusal, startApi } from '../../../../test/start-api.ts'
import { makeJob } from '../test-support/fake-ports.ts'
import { createJobCanceller } from './create-job-canceller.ts'
import { createPorts } from './create-ports.ts'

const run = { workflowId: 'w1', jobId: 'j1', inputs: { subject: 'a fox' } }
const finished = () => new Refusal(409, { error: 'This job has ended.', code: 'job_finished' })

it('returns the cancelled job', async () => {
  await startApi({ 'DELETE /jobs/j1': () => makeJob('CANCELLED') })
  expect(await createJobCanceller().cancel(run, async () => null)).toMatchObject({
    status: 'CANCELLED',
  })
})

it('returns the job’s outcome if the job has ended first', async () => {
  await startApi({
    'DELETE /jobs/j1': finished,
    'GET /jobs/j1': () => makeJob('COMPLETED'),
  })
  expect(await createJobCanceller().cancel(run, async () => null)).toMatchObject({
    status: 'COMPLETED',
    result: { id: 'c1' },
  })
})

it('fails if the server fails, without a waiting caller', async () => {
  await startApi({ 'DELETE /jobs/j1': () => new Refusal(500) })
  const canceller = createJobCanceller()
  await expect(canceller.cancel(run, async () => null)).rejects.toThrow('HTTP 500')
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
  await createJobCanceller().cancel({ ...run, jobId: null }, async () => null)
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /jobs/j1')
})

it('asks again by the same key for a run that starts after the lookup', async () => {
  const aborted = new AbortController()
  let answered = false
  const asked = await startApi({
    'POST /workflows/w1/creations': async () => {
      if (!answered) {
        answered = true
        aborted.abort()
      }
      return { job_id: 'j1', generation_time: 4 }
    },
    'GET /users/me/jobs': () => ({ jobs: [] }),
    'DELETE /jobs/j1': () => makeJob('CANCELLED'),
  })
  const nothing = () => undefined
  const ports = createPorts({
    getUserId: () => 'u1',
    stripReturnParams: nothing,
    stripSource: nothing,
    openCreation: nothing,
    signIn: () => undefined,
  })
  const request = {
    workflowId: 'w1',
    inputs: run.inputs,
    madeFrom: null,
    drawing: null,
    isPublic: false,
    sessionId: null,
    idempotencyKey: 'k1',
  }
  await expect(ports.createCreation(request, aborted.signal)).rejects.toThrow()
  const job = await ports.cancelRun({ ...run, jobId: null })
  expect(job).toMatchObject({ status: 'CANCELLED' })
  const posts = asked.filter(({ path }) => path.endsWith('/creations'))
  expect(posts.map(({ headers }) => headers['idempotency-key'])).toEqual(['k1', 'k1'])
})
