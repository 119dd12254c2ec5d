import { screen } from '@testing-library/react'
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
    text('To the creator (70%)')
    text('$2.10')
    text('$0.90')
    expect(text('Total').nextElementSibling?.textContent).toBe('$3.00')
    screen.getByRole('heading', { name: 'Generation Details' })
    const details = ['Workflow steps', 'Input parameters', 'Results'].map(
      (name) => text(name).nextElementSibling?.textContent,
    )
    expect(details).toEqual(['1', '1', '1'])
    expect(screen.getByLabelText('Make this creation public')).toHaveProperty('checked', false)
  })

  it('says that the price includes tax, after which it is divided', async () => {
    await toSummary({
      loadWorkflow: async () => makeWorkflow({ price: 300, price_includes_tax: true }),
    })
    expect(text('To the creator (70%)').nextElementSibling?.textContent).toBe('up to $2.10')
    expect(text('Total').nextElementSibling?.textContent).toBe('$3.00')
    text(/The total includes the tax of your country/)
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
