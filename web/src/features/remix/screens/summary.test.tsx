import { cleanup, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { makeWorkflow } from '../test-support/fake-ports.ts'
import { priced } from '../test-support/machine-flows.ts'
import { button, show, text, three, toSummary } from '../test-support/show-remix.tsx'

describe('the summary', () => {
  it('requires the terms', async () => {
    const { user } = await toSummary(priced)
    expect(button('Accept Terms to Continue')).toHaveProperty('disabled', true)
    text('Please accept the terms to continue')
    await user.click(screen.getByLabelText(/I accept the/))
    expect(button('Complete')).toHaveProperty('disabled', false)
    expect(screen.queryByText('Please accept the terms to continue')).toBeNull()
  })

  it('shows inputs, costs and details, and is private', async () => {
    await toSummary(priced)
    screen.getByRole('heading', { name: 'Your Inputs' })
    text('a fox')
    text('of which to the creator (70%)')
    text('$2.10')
    expect(screen.queryByText('$0.90')).toBeNull()
    expect(text('Total').nextElementSibling?.textContent).toBe('$3.00')
    screen.getByRole('heading', { name: 'Generation Details' })
    const details = ['What you gave', 'Made in', 'You get'].map(
      (name) => text(name).nextElementSibling?.textContent,
    )
    expect(details).toEqual(['1 input', '1 step', '1 result'])
    expect(screen.getByLabelText('Make this creation public')).toHaveProperty('checked', false)
  })

  it('counts what was given, not what was skipped', async () => {
    const { user } = await show(three)
    await user.type(screen.getByLabelText('Subject'), 'a fox{Enter}')
    await user.click(button('Skip this step'))
    await user.type(screen.getByLabelText('Last'), 'a hill{Enter}')
    expect(text('What you gave').nextElementSibling?.textContent).toBe('2 of 3 inputs')
  })

  it('says that the price includes tax, after which it is divided', async () => {
    await toSummary({
      loadWorkflow: async () => makeWorkflow({ price: 300, price_includes_tax: true }),
    })
    expect(text('of which to the creator (70%)').nextElementSibling?.textContent).toBe(
      'up to $2.10',
    )
    expect(text('Total').nextElementSibling?.textContent).toBe('$3.00')
    text(/The total includes the tax of your country/)
  })

  it('says Free once, and divides nothing, for a free recipe', async () => {
    await toSummary()
    expect(text('Total').nextElementSibling?.textContent).toBe('Free')
    expect(screen.queryByText(/to the creator/)).toBeNull()
    expect(screen.queryByText('$0.00')).toBeNull()
  })

  it('divides nothing where the recipe is the buyer’s own: that is no sale', async () => {
    await toSummary({ loadWorkflow: async () => makeWorkflow({ price: 300, is_owner: true }) })
    expect(text('Total').nextElementSibling?.textContent).toBe('$3.00')
    expect(screen.queryByText(/to the creator/)).toBeNull()
  })

  it('tells one estimate of the time', async () => {
    await show(priced)
    text('Generation time')
    cleanup()
    await toSummary(priced)
    text('about 1 minute')
    const aside = screen.getByRole('complementary', { name: 'About this recipe' })
    expect(aside.textContent).not.toContain('~20s')
  })

  it('opens a long text in full at a tap', async () => {
    const words = 'a fox on a snowy hill at night, under the northern lights, looking back'
    const { user } = await show()
    await user.type(screen.getByLabelText('Subject'), `${words}{Enter}`)
    text(`${words.slice(0, 50)}...`)
    await user.click(button('Show all'))
    text(words)
    await user.click(button('Show less'))
    text(`${words.slice(0, 50)}...`)
  })

  it('keeps that the terms were accepted', async () => {
    const { user, world } = await toSummary(priced)
    await user.click(screen.getByLabelText(/I accept the/))
    expect(world.log).toContain('terms true')
    cleanup()
    await toSummary({ ...priced, readTerms: () => true })
    expect(button('Complete')).toHaveProperty('disabled', false)
  })

  it('opens a step by Edit and returns directly', async () => {
    const { user } = await show(three)
    await user.type(screen.getByLabelText('Subject'), 'a fox{Enter}')
    await user.click(button('Skip this step'))
    await user.type(screen.getByLabelText('Last'), 'x{Enter}')
    text('Skipped')
    await user.click(button('Edit Subject'))
    text('Step 1 of 3')
    await user.click(button('Back to review'))
    screen.getByRole('heading', { name: 'Your Inputs' })
  })
})
