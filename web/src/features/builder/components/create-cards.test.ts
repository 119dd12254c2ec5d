import { expect, test } from 'vitest'
import { createCards } from './create-cards.ts'

function act(open: string[], action: (cards: ReturnType<typeof createCards>) => void) {
  let text = '{"steps": ["a", "b", "c"], "inputs": []}'
  let left: ReadonlySet<string> = new Set(open)
  const cards = createCards(left, (next) => (left = next), {
    apply: (change) => (text = change(text)),
    announce: () => undefined,
  })
  action(cards)
  return {
    steps: (JSON.parse(text) as { steps: string[] }).steps.join(''),
    open: [...left].toSorted(),
  }
}

test('a moved card stays open at its new place', () => {
  expect(act(['steps-0', 'inputs-1'], (cards) => cards.move('steps', 0, 1, 'a', 3))).toEqual({
    steps: 'bac',
    open: ['inputs-1', 'steps-1'],
  })
})

test('a card moved past several cards leaves each card as open as before', () => {
  expect(act(['steps-0', 'steps-1'], (cards) => cards.move('steps', 0, 2, 'a', 3))).toEqual({
    steps: 'bca',
    open: ['steps-0', 'steps-2'],
  })
})

test('the cards behind a removed one stay open one place nearer', () => {
  expect(
    act(['inputs-1', 'steps-0', 'steps-1', 'steps-2'], (cards) => cards.remove('steps', 1, 'b')),
  ).toEqual({ steps: 'ac', open: ['inputs-1', 'steps-0', 'steps-1'] })
})
