import { cents } from '@vignette/contract/entities.ts'
import { listPayoutHolds } from '@vignette/contract/operator-payouts.ts'
import { nextCursor } from '@vignette/contract/paging.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { drawAnswer } from './draw-answer.ts'

const line = z.object({ amount: cents, words: z.string() })
const answer = z.object({
  total: cents.describe('In all'),
  count: z.number().int(),
  balance: cents.nullable(),
  test_mode: z.boolean(),
  run: z.object({ id: z.string(), by: z.string().nullable() }).nullable(),
  rows: z.array(
    z.object({
      name: z.string(),
      paid: cents.nullable(),
      may: z.object({ grant: z.boolean() }),
      stays: z.array(line),
      inputs: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  next_cursor: nextCursor,
})
const row = { name: 'Ada', paid: 1_234_50, may: { grant: true }, stays: [] }
const whole = {
  total: -250,
  count: 2,
  balance: null,
  test_mode: true,
  run: { id: 'r1', by: null },
  rows: [row, { ...row, name: 'Grace Hopper', paid: null, inputs: { a: [1] } }],
  next_cursor: 'abc',
}

test('facts stand in two columns, a list in a table, and money is money', () => {
  expect(drawAnswer(answer, whole, 120)).toBe(
    [
      'total      -$2.50',
      'count      2',
      'test_mode  true',
      'run.id     r1',
      '',
      'rows:',
      'name               paid  may.grant  stays  inputs',
      '────────────  ─────────  ─────────  ─────  ─────────',
      'Ada           $1,234.50  true',
      'Grace Hopper             true              {"a":[1]}',
      '',
      'There is more: cursor=abc',
    ].join('\n'),
  )
})

test('rows that are wider than the terminal stand one below the other', () => {
  const stays = [
    { amount: 100, words: 'Held back.' },
    { amount: 50, words: 'No account.' },
  ]
  const rows = [{ ...row, stays }, row]
  expect(drawAnswer(z.object({ rows: answer.shape.rows }), { rows }, 40)).toBe(
    [
      '─ 1 ─',
      'name       Ada',
      'paid       $1,234.50',
      'may.grant  true',
      'stays      $1.00 Held back.; $0.50 No account.',
      '─ 2 ─',
      'name       Ada',
      'paid       $1,234.50',
      'may.grant  true',
    ].join('\n'),
  )
})

test('a text of a stranger neither commands the terminal nor breaks a table', () => {
  const evil = '\u001b[2J\u001b]0;pwned\u0007A\u202eB\r\nC'
  const list = z.object({ rows: z.array(z.object({ text: z.string(), id: z.string() })) })
  const rows = [{ text: evil, id: '1' }]
  expect(drawAnswer(list, { rows }, 80).split('\n').at(-1)).toBe('[2J]0;pwnedAB C  1')
  expect(drawAnswer(z.object({ text: z.string() }), { text: evil }, 80)).toBe(
    'text  [2J]0;pwnedAB\n      C',
  )
})

test('an empty list says so', () => {
  const holds = { holds: [], next_cursor: null }
  expect(drawAnswer(listPayoutHolds.answer, holds, 80)).toBe('holds: none')
})
