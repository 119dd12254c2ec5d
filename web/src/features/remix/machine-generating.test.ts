import { POLL_ATTEMPTS } from '@vignette/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { makeJob, makeOpen, makeWorkflow, makeWorld } from './test-support/fake-ports.ts'
import { fail, passPolls, startFilled } from './test-support/machine-flows.ts'
import { runMachine } from './test-support/run-machine.ts'

describe('the request', () => {
  it('opens the creation of a synchronous answer', async () => {
    const { world, ...flow } = await startFilled({
      createCreation: async () => ({ kind: 'creation', creation: { id: 'c7' } }),
    })
    expect(flow.at()).toBe('OPENED')
    expect(world.log).toContain('open c7')
  })

  it('shows a result without an id', async () => {
    const { world, ...flow } = await startFilled({
      createCreation: async () => ({ kind: 'creation', creation: { image: '/m/a.png' } }),
    })
    expect(flow.at()).toBe('RESULT')
    expect(flow.context().creation?.image).toBe('/m/a.png')
    expect(world.log).toContain('ready Paper lanterns')
    await flow.send({ type: 'CREATE_ANOTHER' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context()).toMatchObject({
      inputs: null,
      isPublic: false,
      acceptsTerms: false,
      sessionId: null,
    })
    expect(flow.context().wizard.states[0]?.value).toBeNull()
  })

  const faults: [string, () => Promise<never>, string, string][] = [
    ['refused', fail(400, 'subject is too long'), 'ERROR', 'subject is too long'],
    [
      'unanswered',
      fail(null, 'Request timed out after 900 seconds'),
      'ERROR',
      'Request timed out after 900 seconds',
    ],
    ['failed without a message', fail(500, ''), 'ERROR', 'Unknown error occurred'],
  ]
  it.each(faults)('ends in an error: %s', async (_, createCreation, state, message) => {
    const flow = await startFilled({ createCreation })
    expect(flow.at()).toBe(state)
    expect(flow.context().error).toBe(message)
  })

  it('returns to the inputs if aborted', async () => {
    const flow = await startFilled({
      createCreation: fail(null, 'aborted', { name: 'AbortError' }),
    })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().error).toBeNull()
  })

  it('goes to the paywall on 402, and does not loop if the recipe is free', async () => {
    const { world, ...flow } = await startFilled({
      createCreation: fail(402, 'This run must be paid for.'),
    })
    expect(flow.at()).toBe('PAYWALL.failed')
    expect(flow.context().error).toBe('This run must be paid for.')
    expect(world.requests).toHaveLength(1)
  })

  it('shows the new price after a 402', async () => {
    let loads = 0
    const flow = await startFilled({
      loadWorkflow: async () => makeWorkflow({ price: loads++ ? 300 : 0 }),
      createCreation: fail(402, 'The price is now $3.00.'),
    })
    expect(flow.at()).toBe('PAYWALL.ready')
    expect(flow.context().notice).toBe('The price is now $3.00.')
    expect(flow.context().workflow?.price).toBe(300)
  })
})

describe('following the job', () => {
  it('polls first after generation_time, then every 10 s', async () => {
    let polls = 0
    const flow = await startFilled({
      readJob: async () => {
        polls++
        return makeJob('RUNNING')
      },
    })
    await flow.pass(19_999)
    expect(polls).toBe(0)
    await flow.pass(1)
    expect(polls).toBe(1)
    await flow.pass(9_999)
    expect(polls).toBe(1)
    await flow.pass(1)
    expect(polls).toBe(2)
  })

  it('opens the creation of a completed job', async () => {
    const { world, ...flow } = await startFilled({ readJob: async () => makeJob('COMPLETED') })
    await flow.pass(20_000)
    expect(flow.at()).toBe('OPENED')
    expect(world.log).toContain('open c1')
    expect(world.log).toContain('stream closed')
  })

  it('shows the result of a completed job whose creation is gone', async () => {
    const flow = await startFilled({
      readJob: async () => makeJob('COMPLETED', { result: null }),
    })
    await flow.pass(20_000)
    expect(flow.at()).toBe('RESULT')
  })

  const errors: [unknown, string][] = [
    [{ code: 'x', message: 'The model gave up' }, 'The model gave up'],
    ['plain words', 'plain words'],
    ['{"message":"from JSON"}', 'from JSON'],
    ['{"code":"oom"}', 'oom'],
    ['', 'Job failed'],
    [null, 'Job failed'],
  ]
  it.each(errors)('fails with the message of %j', async (error, message) => {
    const flow = await startFilled({
      readJob: async () => makeJob('FAILED', { error: error as null }),
    })
    await flow.pass(20_000)
    expect(flow.at()).toBe('ERROR')
    expect(flow.context().error).toBe(message)
  })

  it('returns to the inputs if the job was cancelled elsewhere', async () => {
    const flow = await startFilled({ readJob: async () => makeJob('CANCELLED') })
    await flow.pass(20_000)
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().notice).toBe('The generation was cancelled. Nothing was charged.')
  })

  it.each([
    ['unfinished', async () => makeJob('RUNNING'), 'Generation timed out'],
    ['failing', fail(500, 'x'), 'Failed to check job status'],
  ])('gives up after 180 %s polls, with an unknown outcome', async (_, readJob, message) => {
    const flow = await startFilled({ readJob })
    await flow.pass(20_000)
    for (let poll = 1; poll < POLL_ATTEMPTS; poll++) {
      expect(flow.at()).toBe('GENERATING.following.pausing')
      await flow.pass(10_000)
    }
    expect(flow.at()).toBe('ERROR')
    expect(flow.context()).toMatchObject({ error: message, isOutcomeUnknown: true })
  })

  it('continues after a failed poll', async () => {
    let polls = 0
    const flow = await startFilled({
      readJob: async () => {
        if (polls++ === 0) throw new Error('x')
        return makeJob('COMPLETED')
      },
    })
    await flow.pass(20_000)
    expect(flow.at()).toBe('GENERATING.following.pausing')
    await flow.pass(10_000)
    expect(flow.at()).toBe('OPENED')
  })

  it('asks for a missing job up to the limit, as after other failures', async () => {
    const flow = await startFilled({ readJob: fail(404, 'x') })
    await flow.pass(20_000)
    expect(flow.at()).toBe('GENERATING.following.pausing')
    await passPolls(flow)
    expect(flow.context().error).toBe('Failed to check job status')
  })

  it('takes the time of the workflow where the answer has none, and polls after it', async () => {
    let polls = 0
    const flow = await startFilled({
      createCreation: async () => ({ kind: 'job', jobId: 'j1', generationSeconds: null }),
      readJob: async () => {
        polls++
        return makeJob('RUNNING')
      },
    })
    expect(flow.context().generationSeconds).toBe(20)
    await flow.pass(19_000)
    expect(polls).toBe(0)
    await flow.pass(1_000)
    expect(polls).toBe(1)
  })

  it('polls a job at once after its outcome was unknown', async () => {
    let isThere = false
    const { world, ...flow } = await startFilled({
      readJob: async () => (isThere ? makeJob('COMPLETED') : fail(404, 'x')()),
    })
    await flow.pass(20_000)
    await passPolls(flow)
    isThere = true
    await flow.send({ type: 'CHECK_AGAIN' })
    await flow.pass(0)
    expect(flow.at()).toBe('OPENED')
    expect(world.requests).toHaveLength(1)
  })

  it('takes progress and the end from the event stream', async () => {
    const { world, ...flow } = await startFilled()
    world.sendJob(makeJob('RUNNING', { seq: 5 }))
    expect(flow.context().job?.seq).toBe(5)
    world.sendJob(makeJob('RUNNING', { seq: 4 }))
    expect(flow.context().job?.seq).toBe(5)
    world.sendJob(makeJob('COMPLETED', { seq: 6 }))
    expect(flow.at()).toBe('OPENED')
  })

  it('can be left while a found run continues', async () => {
    const world = makeWorld({
      findRun: async () => ({ job: makeJob('RUNNING'), inputs: { subject: 'running' } }),
    })
    const flow = await runMachine(world)
    await flow.send({ type: 'LEAVE_RUNNING' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(world.log.some((line) => line.startsWith('cancel'))).toBe(false)
  })
})

describe('saved inputs', () => {
  const open = {
    loadWorkflow: async () => makeWorkflow({ price: 300 }),
    findOpenPayment: async () => makeOpen(),
  }
  it.each([
    ['success', 'COMPLETED'],
    ['failure', 'FAILED'],
    ['cancellation', 'CANCELLED'],
  ] as const)('are removed once generation ends in %s', async (_, status) => {
    const world = makeWorld({ ...open, readJob: async () => makeJob(status) })
    const flow = await runMachine(world)
    expect(world.saved.has('w1')).toBe(true)
    await flow.send({ type: 'CONTINUE' })
    expect(world.saved.has('w1')).toBe(true)
    await flow.pass(20_000)
    expect(world.saved.has('w1')).toBe(false)
  })
})
