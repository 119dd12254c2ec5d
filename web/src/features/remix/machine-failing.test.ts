import { describe, expect, it } from 'vitest'
import { makeJob, makeOpen, makeWorkflow, makeWorld } from './test-support/fake-ports.ts'
import { fail, passPolls, startFilled, startPaid } from './test-support/machine-flows.ts'
import { fillIn, runMachine } from './test-support/run-machine.ts'

describe('after an error, the remix', () => {
  it('retries with the kept inputs and the authorised payment', async () => {
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

  it('finds what is authorised, and lets the money go', async () => {
    const world = makeWorld({
      loadWorkflow: async () => makeWorkflow({ price: 300 }),
      findOpenPayment: async () => makeOpen(),
      readJob: async () => makeJob('FAILED'),
    })
    const flow = await runMachine(world)
    await flow.send({ type: 'CONTINUE' })
    await flow.pass(20_000)
    expect(flow.at()).toBe('ERROR')
    expect(flow.context().open).toEqual(makeOpen())
    await flow.send({ type: 'RELEASE' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().notice).toBe('The authorisation was released. Nothing was charged.')
    expect(flow.context().open).toBeNull()
  })

  it.each([
    ['reuses the key without an answer', null, true],
    ['takes a new key after an answer', 500, false],
  ])('%s', async (_, status, same) => {
    const { world, ...flow } = await startFilled({ createCreation: fail(status, 'x') })
    await flow.send({ type: 'TRY_AGAIN' })
    const [first, second] = world.requests
    expect(first?.key === second?.key).toBe(same)
  })

  it('reuses the key of a run whose answer was lost', async () => {
    const { world, ...flow } = await startFilled({ readJob: fail(404, 'x') })
    await flow.pass(20_000)
    await passPolls(flow)
    await flow.send({ type: 'TRY_AGAIN' })
    expect(world.requests[0]?.key).toBe(world.requests[1]?.key)
  })

  it.each([
    ['no answer', fail(null, 'x'), true],
    ['a proxy error without a code', fail(502, 'x'), true],
    ['a refusal', fail(400, 'x'), false],
    ['a failure of the server', fail(500, 'x'), false],
  ])('knows after %s whether the run may have begun', async (_, createCreation, isUnknown) => {
    const { world, ...flow } = await startPaid({ createCreation })
    expect(flow.at()).toBe('ERROR')
    expect(flow.context().isOutcomeUnknown).toBe(isUnknown)
    expect(world.saved.has('w1')).toBe(isUnknown)
    await flow.send({ type: 'CHECK_AGAIN' })
    expect(flow.at()).toBe('ERROR')
  })

  it('returns to the inputs, which are kept', async () => {
    const flow = await startFilled({ createCreation: fail(500, 'x') })
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
  const bad = 'The word “gore” is not allowed here.'

  it.each([
    ['of a free run', makeWorkflow(), [], bad, bad],
    ['against a rule', makeWorkflow(), [], 'Subject: Invalid format', 'Invalid format'],
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

  it('a refused input that the recipe does not have is an ordinary error', async () => {
    const flow = await startFilled({ createCreation: refusal('user_inputs.ghost', 'is no input') })
    expect(flow.at()).toBe('ERROR')
  })
})
