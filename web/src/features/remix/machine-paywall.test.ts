import { describe, expect, it } from 'vitest'
import type { RemixPorts } from './ports/remix-ports.ts'
import { makeJob, makeOpen, makeSession, makeWorkflow } from './test-support/fake-ports.ts'
import {
  back,
  fail,
  never,
  priced,
  start,
  startFilled,
  startPaid,
} from './test-support/machine-flows.ts'
import { runMachine } from './test-support/run-machine.ts'

/**
 * The first and second lookup find the authorisation (look back, paywall); by the third, the
 * payment is released.
 */
const opensTwice = () => {
  let asked = 0
  return async () => (asked++ < 2 ? makeOpen() : null)
}

describe('the paywall', () => {
  it('saves the inputs and opens the checkout', async () => {
    const { world, ...flow } = await startFilled(priced)
    await flow.send({ type: 'PAY' })
    expect(flow.at()).toBe('PAYWALL.away')
    expect(world.log).toContain('leave /checkout/s1')
    expect(world.saved.get('w1')).toMatchObject({ inputs: { subject: 'a fox' }, isPublic: false })
  })

  it('gives the checkout the address that the visitor left', async () => {
    const left: unknown[] = []
    const flow = await startFilled({
      ...priced,
      createCheckout: async ({ email }) => {
        left.push(email)
        return { url: '/checkout/s1' }
      },
    })
    await flow.send({ type: 'PAY', email: 'guest@example.com' })
    expect(left).toEqual(['guest@example.com'])
  })

  it('keeps the address when the checkout is left, and for the letters of the run', async () => {
    const { world, ...flow } = await startFilled(priced)
    await flow.send({ type: 'SET_EMAIL', email: 'guest@example.com' })
    expect((await runMachine(world)).context().email).toBe('guest@example.com')
    await flow.send({ type: 'PAY', email: 'guest@example.com' })
    const canceled = await runMachine(world, { returned: { sessionId: null, canceled: true } })
    expect(canceled.at()).toBe('PAYWALL.ready')
    expect(canceled.context().email).toBe('guest@example.com')
    const paid = await runMachine(world, back)
    await paid.pass(100)
    expect(paid.at()).toMatch(/^GENERATING/)
    expect(paid.context().email).toBe('guest@example.com')
    world.sendJob(makeJob('COMPLETED'))
    expect((await runMachine(world)).context().email).toBe('')
  })

  it('keeps no address that no checkout was given', async () => {
    const flow = await startFilled(priced)
    await flow.send(
      { type: 'SET_EMAIL', email: 'guest@example.com' },
      { type: 'RUN_FREE', code: 'FREE' },
    )
    expect(flow.at()).toMatch(/^GENERATING/)
    expect(flow.context().email).toBe('')
  })

  it('tells why a promised proof is not to be had, before the buyer leaves to pay', async () => {
    const keys: string[] = []
    const flow = await startFilled({
      loadWorkflow: async () => makeWorkflow({ price: 300, proof: { draws: 2 } }),
      createCheckout: async ({ idempotencyKey }) => {
        keys.push(idempotencyKey)
        return { url: `/checkout/s${keys.length}`, why_no_proof: 'Three were declined today.' }
      },
    })
    await flow.send({ type: 'PAY' })
    expect(flow.at()).toBe('PAYWALL.ready')
    expect(flow.context().notice).toBe('Three were declined today.')
    expect(flow.context().workflow?.proof).toBeNull()
    await flow.send({ type: 'PAY' })
    expect(flow.at()).toBe('PAYWALL.away')
    expect(flow.world.log).toContain('leave /checkout/s2')
    expect(new Set(keys).size).toBe(2)
  })

  it('returns to the inputs', async () => {
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
  it.each(faults)('shows the fault of %s', async (_, ports, message) => {
    const flow = await startFilled({ ...priced, ...ports })
    expect(flow.at()).toBe('PAYWALL.failed')
    expect(flow.context().error).toBe(message)
    await flow.send({ type: 'BACK' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
  })

  it.each([
    ['a refusal', fail(422, 'That prompt is not allowed.'), 'That prompt is not allowed.'],
    ['silence', fail(null, ''), 'Payment failed'],
    ['no URL', async () => ({ url: null }), 'Stripe not initialized'],
  ])('shows the checkout’s failure: %s', async (_, createCheckout, message) => {
    const flow = await startFilled({ ...priced, createCheckout })
    await flow.send({ type: 'PAY' })
    expect(flow.at()).toBe('PAYWALL.failed')
    expect(flow.context().error).toBe(message)
  })

  it('asks for a sign-in if the server needs an account today, and stops asking after going back', async () => {
    const said = 'Two runs were cancelled today. Sign in to begin another one now.'
    const { world, ...flow } = await startFilled({
      ...priced,
      createCheckout: fail(403, said, { code: 'sign_in_required' }),
    })
    await flow.send({ type: 'PAY' })
    expect(flow.at()).toBe('PAYWALL.ready')
    expect(flow.context()).toMatchObject({ needsSignIn: true, notice: said })
    await flow.send({ type: 'SIGN_IN' })
    expect(world.log).toContain('sign in')
    expect(world.saved.get('w1')).toMatchObject({ inputs: { subject: 'a fox' }, isPublic: false })
    await flow.send({ type: 'BACK' })
    expect(flow.context()).toMatchObject({ needsSignIn: false, notice: null })
  })

  it('asks for a sign-in if the authorisation was released instead of running', async () => {
    const said = 'This payment was released. Nothing was charged. Sign in to begin another one.'
    const flow = await startPaid({
      findOpenPayment: opensTwice(),
      createCreation: fail(403, said, { code: 'sign_in_required' }),
    })
    expect(flow.at()).toBe('PAYWALL.ready')
    expect(flow.context()).toMatchObject({ needsSignIn: true, notice: said, sessionId: null })
  })

  it('shows why an authorisation was released when the buyer returns from the checkout', async () => {
    const next = 'This payment was released, because too many runs were cancelled that day.'
    const { payment } = makeOpen()
    const flow = await start(
      {
        ...priced,
        readSession: async () =>
          makeSession({ paid: false, payment: { ...payment, state: 'release_requested', next } }),
      },
      back,
    )
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
    expect(flow.context().notice).toBe(next)
  })

  it('is not ready while the payment system loads', async () => {
    const flow = await startFilled({ ...priced, loadPaymentConfig: never })
    await flow.send({ type: 'PAY' })
    expect(flow.context().error).toBe('Payment system not ready')
  })

  it('looks up the payment again if another tab has paid', async () => {
    let opens = 0
    const flow = await startFilled({
      ...priced,
      findOpenPayment: async () => (opens++ < 2 ? null : makeOpen()),
      createCheckout: fail(409, 'Already authorised.', { code: 'payment_state' }),
    })
    await flow.send({ type: 'PAY' })
    expect(flow.at()).toBe('PAYWALL.authorised')
  })

  it('looks up the payment again when the browser restores the page from its cache', async () => {
    const flow = await startFilled(priced)
    await flow.send({ type: 'PAY' }, { type: 'PAGE_RESTORED' })
    expect(flow.at()).toBe('PAYWALL.ready')
  })

  it('runs a recipe that became free', async () => {
    let loads = 0
    const flow = await startFilled({
      loadWorkflow: async () => makeWorkflow({ price: loads++ ? 0 : 300 }),
    })
    expect(flow.at()).toBe('GENERATING.following.waiting')
  })

  it('continues with an unused authorisation and its inputs', async () => {
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

  it('asks for inputs first if the authorisation has none', async () => {
    const flow = await start({
      ...priced,
      findOpenPayment: async () => makeOpen({ inputs: null }),
    })
    await flow.send({ type: 'CONTINUE' })
    expect(flow.at()).toBe('INPUT_COLLECTION.editing')
  })

  it('releases an unused authorisation', async () => {
    const { world, ...flow } = await start({ ...priced, findOpenPayment: async () => makeOpen() })
    await flow.send({ type: 'RELEASE' })
    expect(flow.at()).toBe('PAYWALL.ready')
    expect(world.log).toContain('release p1')
    expect(flow.context()).toMatchObject({ open: null, sessionId: null })
  })

  it('offers nothing more if only the payment kept the recipe visible', async () => {
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
    expect(flow.context().notice).toBe('The authorisation was released. Nothing was charged.')
  })

  it('shows an alert if a release fails', async () => {
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
