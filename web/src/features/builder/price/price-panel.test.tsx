import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { moneyOf } from '@vignette/contract/currencies.ts'
import { readMoneyFrom, US_DOLLARS } from '@vignette/contract/currency.ts'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { sampleWorkflow } from '../../../../test/samples.ts'
import { Refusal, sampleConfig, startApi } from '../../../../test/start-api.ts'
import { createQueryClient, Providers } from '../../../app/providers.tsx'
import { PricePanel } from './price-panel.tsx'

async function show(
  given: Partial<Parameters<typeof PricePanel>[0]> = {},
  answers: Parameters<typeof startApi>[0] = {},
) {
  const asked = await startApi({
    'GET /workflows': () => ({ workflows: [], next_cursor: null }),
    ...answers,
  })
  const prices: number[] = []
  function Panel() {
    const [price, setPrice] = useState(300)
    return (
      <>
        <PricePanel
          price={price}
          cost={4}
          steps={[{ id: 'film', provider: 'fal', cents: 4 }]}
          kind="video"
          onChange={(cents) => {
            prices.push(cents)
            setPrice(cents)
          }}
          {...given}
        />
        <button type="button" onClick={() => setPrice(500)}>
          Set $5.00
        </button>
      </>
    )
  }
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { retry: false } })
  render(
    <Providers client={client}>
      <Panel />
    </Providers>,
  )
  return { user: userEvent.setup(), prices, asked }
}

const field = () => screen.getByLabelText<HTMLInputElement>('A remix costs, in dollars')
const line = (name: RegExp | string) => {
  const term = screen.getByText(name, { selector: 'dt' })
  return within(term.parentElement as HTMLElement).getByRole('definition').textContent
}

test('a price is divided among creator, card, rendering and Vignette', async () => {
  await show()
  expect(line(/^You keep/)).toBe('$2.10')
  expect(line('Card fee')).toBe('$0.39')
  expect(line(/^Rendering, at most/)).toBe('$0.04')
  screen.getByText('fal, 1 step')
  expect(line('Vignette')).toBe('$0.47')
  expect(line('Lowest price here:')).toBe('$1.26')
  screen.getByText('$84.00')
})

test('the lowest price stands at the field while a lower price is typed', async () => {
  const { user, prices } = await show()
  await user.clear(field())
  screen.getByText('Please write dollars, such as 4.50')
  await user.type(field(), '1.2')
  screen.getByText('The lowest price of this recipe is $1.26')
  await user.type(field(), '6')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(prices.at(-1)).toBe(126)
})

test('a price of 0 is free, and nothing is divided', async () => {
  const { user } = await show()
  await user.clear(field())
  await user.type(field(), '0')
  expect(screen.queryByText(/^You keep/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the slider sets the price, and a change from outside reaches the field', async () => {
  const { user, prices } = await show()
  screen.getByRole('slider', { name: 'Price' }).focus()
  await user.keyboard('{ArrowRight}')
  expect(prices).toEqual([350])
  expect(field().value).toBe('3.50')
  await user.click(screen.getByRole('button', { name: 'Set $5.00' }))
  expect(field().value).toBe('5.00')
})

test('where prices include tax, the lowest price and the hint take the highest tax', async () => {
  await show({}, { 'GET /config': () => sampleConfig({ prices_include_tax: true }) })
  await screen.findByText(/At the highest, 27%, you keep \$1\.65/)
  expect(line('Lowest price here:')).toBe('$1.69')
})

test('prices of similar recipes leave out the recipe itself', async () => {
  const one = sampleWorkflow(1, { price: 150 })
  const two = sampleWorkflow(2, { price: 350 })
  const own = sampleWorkflow(3, { price: 900 })
  const { asked } = await show(
    { workflowId: own.id },
    { 'GET /workflows': () => ({ workflows: [one, two, own], next_cursor: null }) },
  )
  await screen.findByText('$1.50–$3.50 (2)')
  const call = asked.find(({ path }) => path === '/workflows')
  expect(call?.query.get('output_type')).toBe('video')
  expect(call?.query.get('price')).toBe('paid')
})

test('without similar recipes, and without an answer, the panel says so', async () => {
  await show()
  await screen.findByText('no similar recipes yet')
})

test('a list that cannot be loaded is told', async () => {
  await show({}, { 'GET /workflows': () => new Refusal(503) })
  await screen.findByText('could not be loaded', {}, { timeout: 5_000 })
})

test('what the server says against the price stands at its field', async () => {
  await show({ fault: 'must be whole cents, 0 or more; got -1' })
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('must be whole cents, 0 or more; got -1')).toBeTruthy()
})

test('a fault found by the field replaces an earlier fault from the server', async () => {
  const { user } = await show({ fault: 'must be whole cents' })
  await user.clear(field())
  await user.type(field(), 'x')
  expect(screen.getByText('Please write dollars, such as 4.50')).toBeTruthy()
  expect(screen.queryByText('must be whole cents')).toBeNull()
})

test('on a server in yen a price has no decimals, and the rendering names the rate of the dollar', async () => {
  const yen = moneyOf('jpy', { usdRate: 152.3 })
  readMoneyFrom(() => yen)
  onTestFinished(() => readMoneyFrom(() => US_DOLLARS))
  const { user, prices } = await show({ cost: 7 })
  const input = screen.getByLabelText<HTMLInputElement>('A remix costs, in Japanese yen')
  expect(input.value).toBe('300')
  expect(line(/^You keep/)).toBe('¥210')
  expect(line('Card fee')).toBe('¥11')
  expect(line(/^Rendering, at most/)).toBe('¥7')
  expect(screen.getByText('fal, 1 step, at 152.3 JPY a US dollar')).toBeTruthy()
  await user.clear(input)
  await user.type(input, '4.5')
  expect(screen.getByText('Please write Japanese yen, such as 450')).toBeTruthy()
  await user.clear(input)
  await user.type(input, '1,500')
  expect(prices.at(-1)).toBe(1_500)
})
