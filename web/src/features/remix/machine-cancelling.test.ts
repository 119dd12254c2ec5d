import { describe, expect, it } from 'vitest'
import { makeJob, makeOpen } from './test-support/fake-ports.ts'
import { fail, never, startFilled, startPaid } from './test-support/machine-flows.ts'

describe('cancelling', () => {
  it('aborts the request and asks the server to stop', async () => {
    let aborted = false
    const { world, ...flow } = await startFilled({
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

  it('deletes the job', async () => {
    const { world, ...flow } = await startFilled()
    await flow.send({ type: 'CANCEL' })
    expect(world.log).toContain('cancel j1')
  })

  it('opens the creation if the job has completed first', async () => {
    const { world, ...flow } = await startPaid({ cancelRun: async () => makeJob('COMPLETED') })
    await flow.send({ type: 'CANCEL' })
    expect(flow.at()).toBe('OPENED')
    expect(world.log).toContain('open c1')
  })

  it('shows the reason if the job has failed first', async () => {
    const flow = await startFilled({ cancelRun: async () => makeJob('FAILED') })
    await flow.send({ type: 'CANCEL' })
    expect(flow.at()).toBe('ERROR')
    expect(flow.context()).toMatchObject({ error: 'The model gave up', isOutcomeUnknown: false })
  })

  it('returns to the inputs at once, waits behind them up to a limit, and asks once', async () => {
    let asked = 0
    const { world, ...flow } = await startFilled({
      cancelRun: () => {
        asked++
        return never()
      },
    })
    await flow.send({ type: 'CANCEL' }, { type: 'CANCEL' })
    expect(flow.at()).toBe('INPUT_COLLECTION.cancelling')
    expect(world.log).toContain('stream closed')
    expect(flow.context().wizard.states[0]?.value).toBe('a fox')
    await flow.pass(5_000)
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().notice).toContain('could not be cancelled')
    expect(asked).toBe(1)
  })

  it('shows that the run could not be cancelled, and keeps the saved inputs', async () => {
    const { world, ...flow } = await startPaid({ cancelRun: fail(500, 'x') })
    await flow.send({ type: 'CANCEL' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().notice).toContain('charged only if it is delivered')
    expect(world.saved.has('w1')).toBe(true)
  })

  it('shows the authorisation, which can be used or released', async () => {
    let asked = 0
    const { world, ...flow } = await startPaid({
      findOpenPayment: async () => makeOpen({ isPublic: asked++ > 1 }),
    })
    await flow.send({ type: 'CANCEL' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context()).toMatchObject({
      // The authorisation is the current one, not the one before the run.
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
      notice: 'The authorisation was released. Nothing was charged.',
    })
  })

  it('shows what happens to an authorisation that cannot be looked up now', async () => {
    let isDown = false
    const flow = await startPaid({
      findOpenPayment: async () => (isDown ? fail(500, 'x')() : makeOpen()),
    })
    isDown = true
    await flow.send({ type: 'CANCEL' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().notice).toContain('released after 24 unused hours')
  })

  it('shows an alert if the authorisation could not be released', async () => {
    const flow = await startPaid({ releasePayment: fail(409, 'A run is using it.') })
    await flow.send({ type: 'CANCEL' }, { type: 'RELEASE' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().notice).toBe('A run is using it.')
    expect(flow.context().open).not.toBeNull()
  })

  it('starts a new remix afterwards, with a new key', async () => {
    const { world, ...flow } = await startFilled()
    await flow.send({ type: 'CANCEL' }, { type: 'COMPLETE' })
    expect(flow.at()).toBe('GENERATING.following.waiting')
    expect(new Set(world.requests.map((request) => request.key)).size).toBe(2)
  })
})
