import { expect, test } from 'vitest'
import { sampleId } from '../../../../test/samples.ts'
import type { WaitingCase } from '../api.ts'
import { compareMonths } from './describe-month.ts'
import { describePayout } from './describe-payout.ts'
import { findTodos } from './find-todos.ts'

const NOW = new Date('2026-11-23T12:00:00Z')

test.each([
  [{ earned: 118, before: 100 }, '+18% on October by this day'],
  [{ earned: 50, before: 100 }, '−50% on October by this day'],
  [{ earned: -20, before: 100 }, '−120% on October by this day'],
  [{ earned: 100, before: 100 }, 'As much as in October by this day'],
  [{ earned: 100, before: 0 }, 'Nothing by this day in October'],
  [{ earned: 0, before: 0 }, 'No sale yet this month'],
])('%o is told as “%s”', (month, words) => {
  expect(compareMonths(month, NOW)).toBe(words)
})

test('January is compared with December', () => {
  expect(compareMonths({ earned: 2, before: 1 }, new Date('2026-01-05T00:00:00Z'))).toBe(
    '+100% on December by this day',
  )
})

const line = (
  reason: 'next_run' | 'delayed' | 'held' | 'clearing',
  amount: number,
  words = '',
) => ({
  reason,
  amount,
  words,
  date: null,
})
const next_runs = ['2026-11-27T06:00:00Z']

test('the next payout is the sum of what leaves with it, and its day', () => {
  const lines = [line('clearing', 900), line('next_run', 14_000), line('next_run', 820)]
  expect(describePayout({ lines, next_runs })).toEqual({
    value: '$148.20',
    hint: 'On Fri, Nov 27',
  })
})

test('a payout that we delay says so, and whose the money is', () => {
  expect(describePayout({ lines: [line('delayed', 2_100)], next_runs })).toEqual({
    value: '$21.00',
    hint: 'Delayed by us; the money is yours',
  })
})

test('money that is held back says why, beside a payout and alone', () => {
  const held = line('held', 2_100, 'Held back: we look at a sale.')
  expect(describePayout({ lines: [held, line('next_run', 100)], next_runs }).hint).toBe(
    'On Fri, Nov 27. Held back: we look at a sale.',
  )
  expect(describePayout({ lines: [line('clearing', 9, 'Clears soon.'), held], next_runs })).toEqual(
    { value: '$0.00', hint: 'Held back: we look at a sale.' },
  )
  expect(describePayout({ lines: [], next_runs }).hint).toBe('Nothing waits to be paid')
})

test('the case with the least time comes first, then banks, failing recipes and money without an account', () => {
  const view = (n: number, name: string, answer_by: string) =>
    ({ id: sampleId(n), workflow_name: name, answer_by }) as WaitingCase
  const dispute = {
    id: 'du_1',
    amount: 300,
    recipe: 'Riso poster',
    no_note: null,
    note: null,
    note_until: '2026-11-27T00:00:00Z',
  }
  const todos = findTodos(
    {
      cases: [view(1, 'Later', '2026-11-29T12:00:00Z'), view(2, 'Sooner', '2026-11-24T19:30:00Z')],
      disputes: [dispute, { ...dispute, id: 'du_2', no_note: 'The evidence is sent.' }] as never,
      recipes: [
        {
          id: sampleId(3),
          name: 'Shaky',
          state: 'listed',
          live_runs_30d: 50,
          delivered_30d_percent: 78,
        },
        {
          id: sampleId(6),
          name: 'Broken',
          state: 'listed',
          failing: true,
          live_runs_30d: 50,
          delivered_30d_percent: 20,
        },
        {
          id: sampleId(4),
          name: 'Firm',
          state: 'listed',
          live_runs_30d: 50,
          delivered_30d_percent: 99,
        },
        {
          id: sampleId(5),
          name: 'Gone',
          state: 'taken_down',
          live_runs_30d: 9,
          delivered_30d_percent: 0,
        },
      ] as never,
      lines: [
        { reason: 'account_missing', amount: 1_200, words: '', date: null },
        { reason: 'clearing', amount: 500, words: '', date: null },
      ],
    },
    NOW,
  )
  expect(todos.map(({ words }) => words)).toEqual([
    'A buyer of “Sooner” waits for your answer: 31 hours left.',
    'A buyer of “Later” waits for your answer: 6 days left.',
    'A bank asks about $3.00 for “Riso poster”: write a note by November 27, 2026.',
    '“Broken” rests, because its last remixes failed: one test that delivers opens it again.',
    '“Shaky” fails often: 78% of its live version’s remixes of 30 days were delivered.',
    '$12.00 waits for a payout account.',
  ])
})
