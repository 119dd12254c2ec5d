import { describe, expect, it } from 'vitest'
import type { RemixInput } from './machine-context.ts'
import type { RemixPorts } from './ports/remix-ports.ts'
import { makeJob, makeOpen, makeSession, makeWorkflow } from './test-support/fake-ports.ts'
import {
  back,
  fail,
  never,
  priced,
  saved,
  start,
  startFilled,
} from './test-support/machine-flows.ts'
import { runMachine } from './test-support/run-machine.ts'

const canceled = { returned: { sessionId: null, canceled: true } }

/** Opening the page: [name, world, how opened, saved inputs, state]. */
const openings: [string, Partial<RemixPorts>, Partial<RemixInput>, boolean, string][] = [
  ['while the recipe loads', { loadWorkflow: never }, {}, false, 'LOADING.workflow'],
  ['a missing recipe', { loadWorkflow: async () => null }, {}, false, 'NOT_FOUND'],
  ['a recipe that fails to load', { loadWorkflow: fail(500, 'x') }, {}, false, 'LOAD_FAILED'],
  ['a recipe', {}, {}, false, 'INPUT_COLLECTION.editing'],
  ['a priced recipe', priced, {}, false, 'INPUT_COLLECTION.editing'],
  ['canceled, priced', priced, canceled, true, 'PAYWALL.ready'],
  ['canceled, free', {}, canceled, true, 'INPUT_COLLECTION.editing'],
  ['paid, inputs saved', priced, back, true, 'RETURNING.restoring'],
  ['paid, no inputs anywhere', priced, back, false, 'INPUT_COLLECTION.editing'],
  [
    'paid, inputs kept with the payment',
    { ...priced, readSession: async () => makeSession({ inputs: { subject: 'kept' } }) },
    back,
    false,
    'RETURNING.restoring',
  ],
  [
    'not paid',
    { ...priced, readSession: async () => makeSession({ paid: false }) },
    back,
    true,
    'INPUT_COLLECTION.editing',
  ],
  [
    'paid for another recipe',
    { ...priced, readSession: async () => makeSession({ workflowId: 'w2' }) },
    back,
    true,
    'INPUT_COLLECTION.editing',
  ],
  [
    'paid and already running',
    { ...priced, readSession: async () => makeSession({ jobId: 'j1' }), readJob: never },
    back,
    true,
    'GENERATING.following.waiting',
  ],
  [
    'a session that cannot be read',
    { ...priced, readSession: fail(500, 'x') },
    back,
    true,
    'INPUT_COLLECTION.editing',
  ],
  [
    'an unused authorisation',
    { ...priced, findOpenPayment: async () => makeOpen() },
    {},
    false,
    'PAYWALL.authorised',
  ],
  [
    'a running job',
    { findRun: async () => ({ job: makeJob('RUNNING'), inputs: { subject: 'running' } }) },
    {},
    false,
    'GENERATING.following.waiting',
  ],
  ['lookups that fail', { findRun: fail(500, 'x') }, {}, false, 'INPUT_COLLECTION.editing'],
]

describe('opening', () => {
  it.each(openings)('%s', async (_, ports, input, keep, state) => {
    expect((await start(ports, input, keep)).at()).toBe(state)
  })

  it('can be retried after a failure', async () => {
    let fails = true
    const flow = await start({
      loadWorkflow: async () => {
        if (fails) throw new Error('Failed to fetch workflow')
        return makeWorkflow()
      },
    })
    expect(flow.context().error).toBe('Failed to fetch workflow')
    fails = false
    await flow.send({ type: 'RELOAD' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
  })

  it('takes a creation’s inputs and then does not look for a run', async () => {
    const flow = await start(
      {
        findRun: async () => ({ job: makeJob('RUNNING'), inputs: {} }),
        loadCreationInputs: async () => ({ subject: 'their fox', secret: 'x' }),
      },
      { fromCreationId: 'c9' },
    )
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().wizard.states[0]?.value).toBe('their fox')
    expect(flow.context().wizard.showsSummary).toBe(true)
  })
})

describe('the return from the checkout', () => {
  it('restores saved inputs and generates after 100 ms', async () => {
    const { world, ...flow } = await start(priced, back, true)
    expect(world.requests).toEqual([])
    await flow.pass(99)
    expect(flow.at()).toBe('RETURNING.restoring')
    await flow.pass(1)
    expect(flow.at()).toBe('GENERATING.following.waiting')
    expect(world.requests).toEqual([
      { inputs: saved.inputs, madeFrom: 'c8', isPublic: true, sessionId: 's1', key: 'key-2' },
    ])
    expect(flow.context().wizard.states[0]?.value).toBe('saved fox')
  })

  it('generates at once with inputs in memory', async () => {
    const { world, ...flow } = await startFilled(priced)
    await flow.send({ type: 'PAY' })
    expect(flow.at()).toBe('PAYWALL.away')
    await flow.send({ type: 'RETURNED', returned: { sessionId: 's1', canceled: false } })
    expect(flow.at()).toBe('GENERATING.following.waiting')
    expect(world.requests).toMatchObject([{ inputs: { subject: 'a fox' }, sessionId: 's1' }])
  })

  it('takes the payment’s inputs if the browser has none', async () => {
    const { world, ...flow } = await start(
      {
        ...priced,
        readSession: async () =>
          makeSession({ inputs: { subject: 'kept' }, madeFrom: 'c7', isPublic: true }),
      },
      back,
    )
    await flow.pass(100)
    expect(world.requests).toMatchObject([
      { inputs: { subject: 'kept' }, madeFrom: 'c7', isPublic: true },
    ])
  })

  it('removes the parameters and is processed only once', async () => {
    const { world, ...flow } = await start(priced, back, true)
    expect(world.log.filter((line) => line === 'strip')).toHaveLength(1)
    expect(world.processed.has('s1')).toBe(true)
    await flow.pass(100)
    const again = await runMachine(world, back)
    await again.pass(100)
    expect(world.requests).toHaveLength(1)
    await flow.send({ type: 'RETURNED', returned: { sessionId: 's1', canceled: false } })
    expect(world.requests).toHaveLength(1)
  })

  it('logs an incomplete payment and a payment for another recipe, without an error screen', async () => {
    const unpaid = await start(
      { ...priced, readSession: async () => makeSession({ paid: false }) },
      back,
    )
    expect(unpaid.world.log).toContain('warn Payment not completed')
    expect(unpaid.context().error).toBeNull()
    const other = await start(
      { ...priced, readSession: async () => makeSession({ workflowId: 'w2' }) },
      back,
    )
    expect(other.world.log).toContain('warn The payment belongs to another workflow')
  })

  it('keeps the saved inputs after a cancelled checkout', async () => {
    const { world, ...flow } = await start(priced, canceled, true)
    expect(flow.context().inputs).toEqual(saved.inputs)
    expect(flow.context().isPublic).toBe(true)
    expect(world.log).toContain('strip')
    expect(flow.context().notice).toBe('You left the checkout. Nothing was charged.')
    await flow.send({ type: 'BACK' })
    expect(flow.context().wizard.showsSummary).toBe(true)
  })
})
