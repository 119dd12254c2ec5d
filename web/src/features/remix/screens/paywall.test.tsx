import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { makeOpen, makeWorkflow } from '../test-support/fake-ports.ts'
import { fail, priced } from '../test-support/machine-flows.ts'
import { settle } from '../test-support/run-machine.ts'
import { button, complete, show, text } from '../test-support/show-remix.tsx'

describe('the paywall', () => {
  it('shows the order and the price', async () => {
    await complete(priced)
    screen.getByRole('heading', { name: 'Secure Checkout' })
    screen.getByRole('heading', { name: 'Order summary' })
    text('about 1 minute')
    text('a fox')
    expect(document.title).toMatch(/^Secure Checkout · /)
    text('Broken, or not what you asked for? Ask for your money back.')
    text('4242 4242 4242 4242')
    text('Test mode')
    text('Use what you make yourself, not for business.')
    text(/^You enter your card on Stripe’s page: its number never reaches us\./)
    text('Your card is charged only when your creation is delivered.')
    expect(screen.queryByText('Charged only if you keep it')).toBeNull()
    button('Pay $3.00 Securely')
    button('← Back to Inputs')
  })

  it('says what the file measures and how large it prints', async () => {
    const output_size = { width: 2728, height: 4096 }
    await complete({ loadWorkflow: async () => makeWorkflow({ price: 300, output_size }) })
    text('PNG, 2728 × 4096 px, prints to 23 × 35 cm at 300 dpi')
  })

  it('says that the price includes tax', async () => {
    await complete({
      loadWorkflow: async () => makeWorkflow({ price: 300, price_includes_tax: true }),
    })
    text('Includes the tax of your country.')
    text(/70% of what is left after tax goes to @/)
    button('Pay $3.00 Securely')
  })

  it('shows a launch price beside the full price and the lowest of 30 days', async () => {
    const launch = {
      price: 200,
      until: '2026-11-30',
      lowest_30d: 250,
      words: 'Launch price until Monday.',
    }
    await complete({ loadWorkflow: async () => makeWorkflow({ price: 300, launch }) })
    button('Pay $2.00 Securely')
    text('Launch price until Monday.')
  })

  it('says that a proof comes first', async () => {
    await complete({ loadWorkflow: async () => makeWorkflow({ price: 300, proof: { draws: 2 } }) })
    text('Your card is authorised for $3.00, not charged.')
    text('You see a proof first.')
    text(/^You pay only if you keep it\./)
    // Beside a phone's button, which may cover the promise above.
    text('Charged only if you keep it')
    expect(screen.queryByText(/charged only when your creation is delivered/)).toBeNull()
  })

  const own = { loadWorkflow: async () => makeWorkflow({ price: 300, is_owner: true }) }
  const TEST = 'This is your own recipe: test it free'

  it('offers the creator of the recipe a free test beside the payment by test money', async () => {
    const { world, user } = await complete(own)
    button('Pay $3.00 Securely')
    text(/Neither it nor test money counts as a sale/)
    expect(screen.queryByText(/goes to @/)).toBeNull()
    await user.click(button(TEST))
    await act(settle)
    text('Creating Your Masterpiece')
    expect(world.requests).toMatchObject([{ inputs: { subject: 'a fox' }, sessionId: null }])
  })

  it('takes the creator’s test money like any other’s', async () => {
    const { world, user } = await complete(own)
    await user.click(button('Pay $3.00 Securely'))
    await act(settle)
    expect(world.log).toContain('leave /checkout/s1')
  })

  it('offers the creator the free test alone where money is real', async () => {
    await complete({
      ...own,
      loadPaymentConfig: async () => ({ publishableKey: 'pk_live_1', testMode: false }),
    })
    expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull()
    text(/You cannot buy your own recipe with real money\./)
    expect(button(TEST)).toHaveProperty('disabled', false)
  })

  it('has no banner outside of test mode', async () => {
    await complete({
      ...priced,
      loadPaymentConfig: async () => ({ publishableKey: 'pk_live_1', testMode: false }),
    })
    expect(screen.queryByText('Test mode')).toBeNull()
  })

  it('promises no charge for a recipe that cannot be bought', async () => {
    const not_for_sale = 'The price of $0.50 does not cover the card fee.'
    await complete({ loadWorkflow: async () => makeWorkflow({ price: 50, not_for_sale }) })
    text(not_for_sale)
    expect(button('Pay $0.50 Securely')).toHaveProperty('disabled', true)
    expect(screen.queryByText(/Your card is authorised now/)).toBeNull()
  })

  it('takes no payment for a paused recipe', async () => {
    const not_for_sale = 'Its creator has paused this recipe.'
    const paused = makeWorkflow({ price: 300, paused: true, not_for_sale })
    await complete({ loadWorkflow: async () => paused })
    text('Back soon')
    text(not_for_sale)
    expect(button('Pay $3.00 Securely')).toHaveProperty('disabled', true)
    expect(screen.queryByText(/Your card is authorised now/)).toBeNull()
  })

  it('shows that the browser is redirecting', async () => {
    const { user, world } = await complete(priced)
    await user.click(button('Pay $3.00 Securely'))
    await act(settle)
    expect(button('Redirecting...')).toHaveProperty('disabled', true)
    expect(world.log).toContain('leave /checkout/s1')
  })

  it('pays with the address that was left, and not with half an address', async () => {
    const left: unknown[] = []
    const { user } = await complete({
      ...priced,
      createCheckout: async ({ email }) => {
        left.push(email)
        return { url: '/checkout/s1' }
      },
    })
    await user.type(screen.getByLabelText('E-mail address'), 'guest@')
    await user.click(button('Pay $3.00 Securely'))
    await act(settle)
    expect(left).toEqual([])
    expect(screen.getByRole('alert').textContent).toBe('Please enter a valid email address')
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail address'))
    await user.type(screen.getByLabelText('E-mail address'), 'example.com')
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(button('Pay $3.00 Securely'))
    await act(settle)
    expect(left).toEqual(['guest@example.com'])
  })

  it('keeps the address over a way back to the inputs', async () => {
    const { user } = await complete(priced)
    await user.type(screen.getByLabelText('E-mail address'), 'guest@example.com')
    await user.click(button('← Back to Inputs'))
    await user.click(button('Complete'))
    await act(settle)
    expect(screen.getByLabelText('E-mail address')).toHaveProperty('value', 'guest@example.com')
  })

  it('offers to sign in if another run needs an account today', async () => {
    const { user, world } = await complete({
      ...priced,
      createCheckout: fail(403, 'Sign in to begin another one now.', { code: 'sign_in_required' }),
    })
    await user.click(button('Pay $3.00 Securely'))
    await act(settle)
    text('Sign in to begin another one now.')
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    await user.click(button('Sign in'))
    expect(world.log).toContain('sign in')
  })

  it('returns to the inputs', async () => {
    const { user } = await complete(priced)
    await user.click(button('← Back to Inputs'))
    screen.getByRole('heading', { name: 'Your Inputs' })
  })

  it('shows the fault of the payment system', async () => {
    const { user } = await complete({ ...priced, loadPaymentConfig: fail(500, 'x') })
    screen.getByRole('heading', { name: 'Payment System Error' })
    text('Failed to initialize payment system')
    await user.click(button('Go Back'))
    screen.getByRole('heading', { name: 'Your Inputs' })
  })

  it('offers to continue with or release an authorisation', async () => {
    const { user, world } = await show({ ...priced, findOpenPayment: async () => makeOpen() })
    screen.getByRole('heading', { name: 'Already authorised' })
    button('Continue')
    await user.click(button('Release'))
    await act(settle)
    expect(world.log).toContain('release p1')
    button('Pay $3.00 Securely')
  })

  it('continues only once it is known that the authorisation is still open', async () => {
    let answer: (open: ReturnType<typeof makeOpen>) => void = () => undefined
    let asked = 0
    const { user } = await show({
      ...priced,
      findOpenPayment: () => {
        asked += 1
        return asked === 1
          ? Promise.resolve(makeOpen())
          : new Promise((resolve) => {
              answer = resolve
            })
      },
    })
    await user.click(button('← Back to Inputs'))
    await user.click(screen.getByLabelText(/I accept the/))
    await user.click(button(/^Complete( ·|$)/))
    expect(button('Continue').matches(':disabled')).toBe(true)
    answer(makeOpen())
    await act(settle)
    expect(button('Continue').matches(':disabled')).toBe(false)
  })
})
