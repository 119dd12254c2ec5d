import { describe, expect, it } from 'vitest'
import type { RemixInput } from './machine-context.ts'
import type { RemixPorts } from './ports/remix-ports.ts'
import {
  makeInput,
  makeJob,
  makeOpen,
  makeSession,
  makeWorkflow,
  makeWorld,
} from './test-support/fake-ports.ts'
import { fillIn, runMachine } from './test-support/run-machine.ts'

const priced = { loadWorkflow: async () => makeWorkflow({ price: 300 }) }
const saved = { inputs: { subject: 'saved fox' }, isPublic: true }
const back = { returned: { sessionId: 's1', canceled: false } }
const canceled = { returned: { sessionId: null, canceled: true } }
const never = () => new Promise<never>(() => undefined)

function fail(status: number | null, message: string, code?: string) {
  return async () => {
    throw Object.assign(new Error(message), { status, code })
  }
}

async function start(
  ports: Partial<RemixPorts> = {},
  input: Partial<RemixInput> = {},
  keep = false,
) {
  const world = makeWorld(ports)
  if (keep) world.saved.set('w1', saved)
  return { world, ...(await runMachine(world, input)) }
}

async function startFilled(ports: Partial<RemixPorts> = {}) {
  const flow = await start(ports)
  await flow.send(...fillIn())
  return flow
}

/** Where one lands on opening the page: [name, world, how opened, saved inputs, state]. */
const openings: [string, Partial<RemixPorts>, Partial<RemixInput>, boolean, string][] = [
  ['while the recipe loads', { loadWorkflow: never }, {}, false, 'LOADING.workflow'],
  ['a recipe that is not there', { loadWorkflow: async () => null }, {}, false, 'NOT_FOUND'],
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
    'an unused authorization',
    { ...priced, findOpenPayment: async () => makeOpen() },
    {},
    false,
    'PAYWALL.authorised',
  ],
  [
    'a run under way',
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

  it('can be loaded again after a failure', async () => {
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

  it('prefills from a creation and does not look for a run then', async () => {
    const flow = await start(
      {
        findRun: async () => ({ job: makeJob('RUNNING'), inputs: {} }),
        loadCreationInputs: async () => ({ subject: 'their fox', secret: 'x' }),
      },
      { fromCreationId: 'c9' },
    )
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().wizard.states[0]?.value).toBe('their fox')
    expect(flow.context().wizard.showsSummary).toBe(false)
  })
})

describe('return from the checkout', () => {
  it('restores saved inputs and generates after 100 ms', async () => {
    const { world, ...flow } = await start(priced, back, true)
    expect(world.requests).toEqual([])
    await flow.pass(99)
    expect(flow.at()).toBe('RETURNING.restoring')
    await flow.pass(1)
    expect(flow.at()).toBe('GENERATING.following.waiting')
    expect(world.requests).toEqual([
      { inputs: saved.inputs, isPublic: true, sessionId: 's1', key: 'key-1' },
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

  it('takes the inputs kept with the payment where the browser forgot', async () => {
    const { world, ...flow } = await start(
      {
        ...priced,
        readSession: async () => makeSession({ inputs: { subject: 'kept' }, isPublic: true }),
      },
      back,
    )
    await flow.pass(100)
    expect(world.requests).toMatchObject([{ inputs: { subject: 'kept' }, isPublic: true }])
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

  it('logs a payment not completed and one of another recipe, and shows no error', async () => {
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

  it('keeps the saved inputs on a cancelled checkout', async () => {
    const { world, ...flow } = await start(priced, canceled, true)
    expect(flow.context().inputs).toEqual(saved.inputs)
    expect(flow.context().isPublic).toBe(true)
    expect(world.log).toContain('strip')
    await flow.send({ type: 'BACK' })
    expect(flow.context().wizard.showsSummary).toBe(true)
  })
})

describe('a draft', () => {
  const typed = (text: string) =>
    ({ type: 'WIZARD', action: { type: 'typed', index: 0, text } }) as const

  it('is saved once typing rests, and found again on the next visit', async () => {
    const { world, ...flow } = await start()
    await flow.send(typed('a f'))
    await flow.pass(200)
    await flow.send(typed('a fox'))
    await flow.pass(200)
    expect(world.saved.size).toBe(0)
    await flow.pass(100)
    expect(world.saved.get('w1')).toEqual({ inputs: { subject: 'a fox' }, isPublic: false })
    await flow.send({ type: 'SET_PUBLIC', isPublic: true })
    await flow.pass(300)
    const again = await runMachine(world)
    expect(again.at()).toBe('INPUT_COLLECTION.editing')
    expect(again.context().wizard.states[0]?.value).toBe('a fox')
    expect(again.context()).toMatchObject({ isPublic: true, inputs: null })
  })

  it('is forgotten with its last word, and with Create Another', async () => {
    const { world, ...flow } = await start({
      createCreation: async () => ({ kind: 'creation', creation: { image: '/m/a.png' } }),
    })
    await flow.send(typed('a fox'))
    await flow.pass(300)
    await flow.send(typed(''))
    await flow.pass(300)
    expect(world.saved.size).toBe(0)
    await flow.send(...fillIn())
    await flow.pass(300)
    expect(flow.at()).toBe('RESULT')
    await flow.send({ type: 'CREATE_ANOTHER' })
    await flow.pass(300)
    expect(world.saved.size).toBe(0)
  })

  it('of inputs that came from a creation takes their place', async () => {
    const { world, ...flow } = await start(
      { loadCreationInputs: async () => ({ subject: 'their fox' }) },
      { fromCreationId: 'c9' },
    )
    await flow.pass(300)
    expect(world.log).not.toContain('strip source')
    await flow.send(typed('my fox'))
    await flow.pass(300)
    expect(world.log).toContain('strip source')
    expect((await runMachine(world)).context().wizard.states[0]?.value).toBe('my fox')
  })

  it('is not written again after the run that it was for', async () => {
    const { world, ...flow } = await startFilled({ createCreation: fail(500, 'x') })
    await flow.send({ type: 'GO_BACK' })
    await flow.pass(300)
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(world.saved.size).toBe(0)
  })

  it('goes on where it was left, and blames nobody for what is missing', async () => {
    const loadWorkflow = async () =>
      makeWorkflow({ inputs: [makeInput(), makeInput({ key: 'mood', display_name: 'Mood' })] })
    const flow = await start({ loadWorkflow }, {}, true)
    expect(flow.context().wizard).toMatchObject({ index: 1, showsSummary: false })
    expect(flow.context().wizard.states[1]?.error).toBeNull()
  })

  it('of another tab is not what was paid for', async () => {
    const { world, ...flow } = await start(
      { ...priced, readSession: async () => makeSession({ inputs: { subject: 'kept' } }) },
      back,
      true,
    )
    await flow.pass(100)
    expect(world.requests).toMatchObject([{ inputs: { subject: 'kept' }, isPublic: false }])
  })
})

describe('input collection', () => {
  it('is private until said otherwise', async () => {
    const { world, ...flow } = await startFilled()
    expect(world.requests[0]?.isPublic).toBe(false)
    expect(flow.context().isPublic).toBe(false)
  })

  it('sends the public flag', async () => {
    const { world, ...flow } = await start()
    await flow.send({ type: 'SET_PUBLIC', isPublic: true }, ...fillIn())
    expect(world.requests[0]?.isPublic).toBe(true)
  })

  it('does not complete without the terms', async () => {
    const flow = await start()
    const [typed, next] = fillIn()
    if (typed && next) await flow.send(typed, next)
    await flow.send({ type: 'COMPLETE' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
  })

  it('does not complete before the summary', async () => {
    const flow = await start({
      loadWorkflow: async () => makeWorkflow({ inputs: [makeInput({ value: 'given' })] }),
    })
    await flow.send({ type: 'SET_TERMS', accepts: true }, { type: 'COMPLETE' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
  })

  it('does not complete where the provider is unavailable', async () => {
    const flow = await startFilled({
      loadWorkflow: async () => makeWorkflow({ unavailable: 'It needs a key.' }),
    })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
  })

  it.each([
    ['free', 0, 'GENERATING.following.waiting'],
    ['priced', 300, 'PAYWALL.ready'],
  ])('completes a %s recipe', async (_, price, state) => {
    const flow = await startFilled({ loadWorkflow: async () => makeWorkflow({ price }) })
    expect(flow.at()).toBe(state)
  })

  const photo = {
    url: 'data:image/png;base64,AA',
    id: null,
    fileName: 'a.png',
    fileSize: 1,
    contentType: 'image/png',
    thumbnail: null,
  }
  const pictured = {
    loadWorkflow: async () =>
      makeWorkflow({ inputs: [makeInput({ key: 'photo', step_type: 'image_input' })] }),
  }

  it.each([
    ['uploads edited pictures first', {}, '/media/up.png'],
    ['ignores an upload that fails', { uploadInlineImage: fail(500, 'no') }, photo.url],
  ])('%s', async (_, ports, url) => {
    const { world, ...flow } = await start({ ...pictured, ...ports })
    await flow.send(
      { type: 'WIZARD', action: { type: 'chosen', index: 0, value: photo } },
      { type: 'WIZARD', action: { type: 'next' } },
      { type: 'SET_TERMS', accepts: true },
      { type: 'COMPLETE' },
    )
    expect(world.requests[0]?.inputs).toEqual({ photo: url })
    expect(world.log.some((line) => line.startsWith('warn'))).toBe(url === photo.url)
  })
})

describe('paywall', () => {
  it('saves the inputs and leaves for the checkout', async () => {
    const { world, ...flow } = await startFilled(priced)
    await flow.send({ type: 'PAY' })
    expect(flow.at()).toBe('PAYWALL.away')
    expect(world.log).toContain('leave /checkout/s1')
    expect(world.saved.get('w1')).toEqual({ inputs: { subject: 'a fox' }, isPublic: false })
  })

  it('goes back to the inputs', async () => {
    const flow = await startFilled(priced)
    await flow.send({ type: 'BACK' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().wizard.showsSummary).toBe(true)
  })

  const faults: [string, Partial<RemixPorts>, string][] = [
    [
      'the configuration',
      { loadPaymentConfig: fail(500, 'x') },
      'Failed to initialize payment system',
    ],
    [
      'the key',
      { loadPaymentConfig: async () => ({ publishableKey: 'sk_1', testMode: true }) },
      'Invalid publishable key format',
    ],
    [
      'a missing key',
      { loadPaymentConfig: async () => ({ publishableKey: '', testMode: true }) },
      'Failed to load Stripe',
    ],
  ]
  it.each(faults)('says what is wrong with %s', async (_, ports, message) => {
    const flow = await startFilled({ ...priced, ...ports })
    expect(flow.at()).toBe('PAYWALL.failed')
    expect(flow.context().error).toBe(message)
    await flow.send({ type: 'BACK' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
  })

  it.each([
    ['a refusal', fail(422, 'That prompt is not allowed.'), 'That prompt is not allowed.'],
    ['silence', fail(null, ''), 'Payment failed'],
    ['no address', async () => ({ url: null }), 'Stripe not initialized'],
  ])('shows %s of the checkout', async (_, createCheckout, message) => {
    const flow = await startFilled({ ...priced, createCheckout })
    await flow.send({ type: 'PAY' })
    expect(flow.at()).toBe('PAYWALL.failed')
    expect(flow.context().error).toBe(message)
  })

  it('is not ready while the payment system loads', async () => {
    const flow = await startFilled({ ...priced, loadPaymentConfig: never })
    await flow.send({ type: 'PAY' })
    expect(flow.context().error).toBe('Payment system not ready')
  })

  it('looks again where another tab has paid', async () => {
    let opens = 0
    const flow = await startFilled({
      ...priced,
      findOpenPayment: async () => (opens++ < 2 ? null : makeOpen()),
      createCheckout: fail(409, 'Already authorised.', 'payment_state'),
    })
    await flow.send({ type: 'PAY' })
    expect(flow.at()).toBe('PAYWALL.authorised')
  })

  it('looks again when the browser brings the page back', async () => {
    const flow = await startFilled(priced)
    await flow.send({ type: 'PAY' }, { type: 'PAGE_RESTORED' })
    expect(flow.at()).toBe('PAYWALL.ready')
  })

  it('lets a recipe that became free run', async () => {
    let loads = 0
    const flow = await startFilled({
      loadWorkflow: async () => makeWorkflow({ price: loads++ ? 0 : 300 }),
    })
    expect(flow.at()).toBe('GENERATING.following.waiting')
  })

  it('continues with an unused authorization and its inputs', async () => {
    const { world, ...flow } = await start({
      ...priced,
      findOpenPayment: async () => makeOpen(),
    })
    await flow.send({ type: 'CONTINUE' })
    expect(flow.at()).toBe('GENERATING.following.waiting')
    expect(world.requests).toMatchObject([
      { inputs: { subject: 'paid for' }, isPublic: true, sessionId: 's1' },
    ])
  })

  it('asks for inputs first where the authorization has none', async () => {
    const flow = await start({
      ...priced,
      findOpenPayment: async () => makeOpen({ inputs: null }),
    })
    await flow.send({ type: 'CONTINUE' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
  })

  it('releases an unused authorization', async () => {
    const { world, ...flow } = await start({ ...priced, findOpenPayment: async () => makeOpen() })
    await flow.send({ type: 'RELEASE' })
    expect(flow.at()).toBe('PAYWALL.ready')
    expect(world.log).toContain('release p1')
    expect(flow.context()).toMatchObject({ open: null, sessionId: null })
  })

  it('has nothing more to offer where only the payment kept the recipe there', async () => {
    let isHeld = true
    const flow = await start({
      loadWorkflow: async () => (isHeld ? makeWorkflow({ price: 300 }) : null),
      findOpenPayment: async () => makeOpen(),
      releasePayment: async () => {
        isHeld = false
      },
    })
    await flow.send({ type: 'RELEASE' })
    expect(flow.at()).toBe('NOT_FOUND')
    expect(flow.context().notice).toBe('The authorization was released. Nothing was charged.')
  })

  it('says so where a release fails', async () => {
    const flow = await start({
      ...priced,
      findOpenPayment: async () => makeOpen(),
      releasePayment: fail(409, 'A run is using it.'),
    })
    await flow.send({ type: 'RELEASE' })
    expect(flow.at()).toBe('PAYWALL.authorised')
    expect(flow.context().notice).toBe('A run is using it.')
  })
})
