import { POLL_ATTEMPTS } from '@vignette/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import type { RemixPorts } from './ports/remix-ports.ts'
import { makeJob, makeOpen, makeWorkflow, makeWorld } from './test-support/fake-ports.ts'
import { fillIn, runMachine } from './test-support/run-machine.ts'

const never = () => new Promise<never>(() => undefined)

function fail(status: number | null, message: string, name = 'Error') {
  return async () => {
    throw Object.assign(new Error(message), { status, name })
  }
}

const priced = { loadWorkflow: async () => makeWorkflow({ price: 300 }) }

/** A run that an authorization pays for. */
async function generatePaid(ports: Partial<RemixPorts> = {}) {
  const world = makeWorld({ ...priced, findOpenPayment: async () => makeOpen(), ...ports })
  const flow = await runMachine(world)
  await flow.send({ type: 'CONTINUE' })
  return { world, ...flow }
}

async function generate(ports: Partial<RemixPorts> = {}) {
  const world = makeWorld(ports)
  const flow = await runMachine(world)
  await flow.send(...fillIn())
  return { world, ...flow }
}

describe('the request', () => {
  it('opens the creation a synchronous answer brings', async () => {
    const { world, ...flow } = await generate({
      createCreation: async () => ({ kind: 'creation', creation: { id: 'c7' } }),
    })
    expect(flow.at()).toBe('OPENED')
    expect(world.log).toContain('open c7')
  })

  it('shows a result without an id', async () => {
    const { world, ...flow } = await generate({
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
    ['failed without a word', fail(500, ''), 'ERROR', 'Unknown error occurred'],
  ]
  it.each(faults)('%s', async (_, createCreation, state, message) => {
    const flow = await generate({ createCreation })
    expect(flow.at()).toBe(state)
    expect(flow.context().error).toBe(message)
  })

  it('goes back to the inputs where it was aborted', async () => {
    const flow = await generate({ createCreation: fail(null, 'aborted', 'AbortError') })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().error).toBeNull()
  })

  it('goes to the paywall on 402 and does not go round in circles where the recipe is free', async () => {
    const { world, ...flow } = await generate({
      createCreation: fail(402, 'This run must be paid for.'),
    })
    expect(flow.at()).toBe('PAYWALL.failed')
    expect(flow.context().error).toBe('This run must be paid for.')
    expect(world.requests).toHaveLength(1)
  })

  it('shows the new price after a 402', async () => {
    let loads = 0
    const flow = await generate({
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
    const flow = await generate({
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
    const { world, ...flow } = await generate({ readJob: async () => makeJob('COMPLETED') })
    await flow.pass(20_000)
    expect(flow.at()).toBe('OPENED')
    expect(world.log).toContain('open c1')
    expect(world.log).toContain('stream closed')
  })

  it('shows the result of a completed job without an id', async () => {
    const flow = await generate({
      readJob: async () => makeJob('COMPLETED', { result: { video: '/m/a.mp4' } }),
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
    const flow = await generate({
      readJob: async () => makeJob('FAILED', { error: error as null }),
    })
    await flow.pass(20_000)
    expect(flow.at()).toBe('ERROR')
    expect(flow.context().error).toBe(message)
  })

  it('goes back to the inputs where it was cancelled elsewhere', async () => {
    const flow = await generate({ readJob: async () => makeJob('CANCELLED') })
    await flow.pass(20_000)
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().notice).toBe('The generation was cancelled. Nothing was charged.')
  })

  it.each([
    ['unfinished', async () => makeJob('RUNNING'), 'Generation timed out'],
    ['failing', fail(500, 'x'), 'Failed to check job status'],
  ])('gives up after 180 %s polls, without saying how it ended', async (_, readJob, message) => {
    const flow = await generate({ readJob })
    await flow.pass(20_000)
    for (let poll = 1; poll < POLL_ATTEMPTS; poll++) {
      expect(flow.at()).toBe('GENERATING.following.pausing')
      await flow.pass(10_000)
    }
    expect(flow.at()).toBe('ERROR')
    expect(flow.context()).toMatchObject({ error: message, isOutcomeUnknown: true })
  })

  it('goes on after a poll that fails', async () => {
    let polls = 0
    const flow = await generate({
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

  it('does not wait half an hour for a job that is gone', async () => {
    const flow = await generate({ readJob: fail(404, 'x') })
    await flow.pass(20_000)
    expect(flow.context().error).toBe('Failed to check job status')
  })

  it('looks again for a job that was lost sight of, at once', async () => {
    let isThere = false
    const { world, ...flow } = await generate({
      readJob: async () => (isThere ? makeJob('COMPLETED') : fail(404, 'x')()),
    })
    await flow.pass(20_000)
    isThere = true
    await flow.send({ type: 'CHECK_AGAIN' })
    await flow.pass(0)
    expect(flow.at()).toBe('OPENED')
    expect(world.requests).toHaveLength(1)
  })

  it('takes progress and the end from the event stream', async () => {
    const { world, ...flow } = await generate()
    world.sendJob(makeJob('RUNNING', { seq: 5 }))
    expect(flow.context().job?.seq).toBe(5)
    world.sendJob(makeJob('RUNNING', { seq: 4 }))
    expect(flow.context().job?.seq).toBe(5)
    world.sendJob(makeJob('COMPLETED', { seq: 6 }))
    expect(flow.at()).toBe('OPENED')
  })

  it('can be left running when it was found again', async () => {
    const world = makeWorld({
      findRun: async () => ({ job: makeJob('RUNNING'), inputs: { subject: 'running' } }),
    })
    const flow = await runMachine(world)
    await flow.send({ type: 'LEAVE_RUNNING' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(world.log.some((line) => line.startsWith('cancel'))).toBe(false)
  })
})

describe('cancelling', () => {
  it('aborts the request and asks the server to stop', async () => {
    let aborted = false
    const { world, ...flow } = await generate({
      createCreation: (_, signal) => {
        signal.addEventListener('abort', () => {
          aborted = true
        })
        return never()
      },
    })
    expect(flow.at()).toBe('GENERATING.requesting')
    await flow.send({ type: 'CANCEL' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(aborted).toBe(true)
    expect(world.log).toContain('cancel null')
    expect(flow.context().wizard.states[0]?.value).toBe('a fox')
  })

  it('deletes the job it follows', async () => {
    const { world, ...flow } = await generate()
    await flow.send({ type: 'CANCEL' })
    expect(world.log).toContain('cancel j1')
  })

  it('opens the creation where the job had ended first', async () => {
    const { world, ...flow } = await generatePaid({ cancelRun: async () => makeJob('COMPLETED') })
    await flow.send({ type: 'CANCEL' })
    expect(flow.at()).toBe('OPENED')
    expect(world.log).toContain('open c1')
  })

  it('says why it had failed first', async () => {
    const flow = await generate({ cancelRun: async () => makeJob('FAILED') })
    await flow.send({ type: 'CANCEL' })
    expect(flow.at()).toBe('ERROR')
    expect(flow.context()).toMatchObject({ error: 'The model gave up', isOutcomeUnknown: false })
  })

  it('waits for the server, but not for ever, and asks once', async () => {
    let asked = 0
    const { world, ...flow } = await generate({
      cancelRun: () => {
        asked++
        return never()
      },
    })
    await flow.send({ type: 'CANCEL' }, { type: 'CANCEL' })
    expect(flow.at()).toBe('GENERATING.cancelling')
    expect(world.log).toContain('stream closed')
    await flow.pass(5_000)
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().notice).toContain('could not be cancelled')
    expect(asked).toBe(1)
  })

  it('says that it could not be cancelled, and keeps what was saved', async () => {
    const { world, ...flow } = await generatePaid({ cancelRun: fail(500, 'x') })
    await flow.send({ type: 'CANCEL' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().notice).toContain('charged only if it is delivered')
    expect(world.saved.has('w1')).toBe(true)
  })

  it('keeps the authorization in view, to be used or released', async () => {
    let asked = 0
    const { world, ...flow } = await generatePaid({
      findOpenPayment: async () => makeOpen({ isPublic: asked++ > 1 }),
    })
    await flow.send({ type: 'CANCEL' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context()).toMatchObject({
      // As it is now, not as it was before the run.
      open: { payment: { id: 'p1' }, isPublic: true },
      sessionId: 's1',
      notice: 'The generation was cancelled. Nothing was charged.',
    })
    await flow.send({ type: 'RELEASE' })
    expect(world.log).toContain('release p1')
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context()).toMatchObject({
      open: null,
      sessionId: null,
      notice: 'The authorization was released. Nothing was charged.',
    })
  })

  it('says what becomes of an authorization that cannot be looked up now', async () => {
    let isDown = false
    const flow = await generatePaid({
      findOpenPayment: async () => (isDown ? fail(500, 'x')() : makeOpen()),
    })
    isDown = true
    await flow.send({ type: 'CANCEL' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().notice).toContain('released after 24 unused hours')
  })

  it('says so where the authorization could not be released', async () => {
    const flow = await generatePaid({ releasePayment: fail(409, 'A run is using it.') })
    await flow.send({ type: 'CANCEL' }, { type: 'RELEASE' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().notice).toBe('A run is using it.')
    expect(flow.context().open).not.toBeNull()
  })

  it('begins a new remix afterwards, with a key of its own', async () => {
    const { world, ...flow } = await generate()
    await flow.send({ type: 'CANCEL' }, { type: 'COMPLETE' })
    expect(flow.at()).toBe('GENERATING.following.waiting')
    expect(new Set(world.requests.map((request) => request.key)).size).toBe(2)
  })
})

describe('after an error', () => {
  it('tries again with the kept inputs and the authorised payment', async () => {
    const world = makeWorld({
      loadWorkflow: async () => makeWorkflow({ price: 300 }),
      findOpenPayment: async () => makeOpen(),
      readJob: async () => makeJob('FAILED'),
    })
    const flow = await runMachine(world)
    await flow.send({ type: 'CONTINUE' })
    await flow.pass(20_000)
    expect(flow.at()).toBe('ERROR')
    await flow.send({ type: 'TRY_AGAIN' })
    expect(flow.at()).toBe('GENERATING.following.waiting')
    const [first, second] = world.requests
    expect(second).toMatchObject({ inputs: first?.inputs, sessionId: 's1' })
    expect(second?.key).not.toBe(first?.key)
  })

  it.each([
    ['reuses the key where no answer came', null, true],
    ['takes another key after an answer', 500, false],
  ])('%s', async (_, status, same) => {
    const { world, ...flow } = await generate({ createCreation: fail(status, 'x') })
    await flow.send({ type: 'TRY_AGAIN' })
    const [first, second] = world.requests
    expect(first?.key === second?.key).toBe(same)
  })

  it('reuses the key of a run that was lost sight of', async () => {
    const { world, ...flow } = await generate({ readJob: fail(404, 'x') })
    await flow.pass(20_000)
    await flow.send({ type: 'TRY_AGAIN' })
    expect(world.requests[0]?.key).toBe(world.requests[1]?.key)
  })

  it.each([
    ['no answer', fail(null, 'x'), true],
    ['a proxy without words', fail(502, 'x'), true],
    ['a refusal', fail(400, 'x'), false],
    ['a failure of the server', fail(500, 'x'), false],
  ])('knows after %s whether the run may have begun', async (_, createCreation, isUnknown) => {
    const { world, ...flow } = await generatePaid({ createCreation })
    expect(flow.at()).toBe('ERROR')
    expect(flow.context().isOutcomeUnknown).toBe(isUnknown)
    expect(world.saved.has('w1')).toBe(isUnknown)
    await flow.send({ type: 'CHECK_AGAIN' })
    expect(flow.at()).toBe('ERROR')
  })

  it('goes back to the inputs, which are kept', async () => {
    const flow = await generate({ createCreation: fail(500, 'x') })
    await flow.send({ type: 'GO_BACK' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().wizard.states[0]?.value).toBe('a fox')
    expect(flow.context().error).toBeNull()
  })
})

describe('an input that the server refuses', () => {
  const refusal = (path: string, message: string) => async () => {
    throw Object.assign(new Error('x'), { status: 400, details: [{ path, message }] })
  }
  const bad = 'Subject asks for violence (rule x), which is not allowed here.'

  it.each([
    ['of a free run', makeWorkflow(), [], bad, bad],
    ['by its rule', makeWorkflow(), [], 'Subject: Invalid format', 'Invalid format'],
    ['before the checkout', makeWorkflow({ price: 300 }), [{ type: 'PAY' } as const], bad, bad],
  ])('%s is shown at its step', async (_, workflow, more, message, shown) => {
    const refuse = refusal('user_inputs.subject', message)
    const flow = await runMachine(
      makeWorld({
        loadWorkflow: async () => workflow,
        createCreation: refuse,
        createCheckout: refuse,
      }),
    )
    await flow.send(...fillIn(), ...more)
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    const { wizard } = flow.context()
    expect(wizard).toMatchObject({ index: 0, showsSummary: false })
    expect(wizard.states[0]).toMatchObject({ value: 'a fox', isValid: false, error: shown })
  })

  it('that the recipe does not have is an error like any other', async () => {
    const flow = await generate({ createCreation: refusal('user_inputs.ghost', 'is no input') })
    expect(flow.at()).toBe('ERROR')
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
