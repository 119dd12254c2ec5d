import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allot, type Makeup, nameOfPart, type Source } from './rules-parts.ts'

const DAY = 86_400_000

const saleOf = (id: string, day: number, owed: number, credited = owed): Source => ({
  kind: 'sale',
  paymentId: id,
  at: new Date(day * DAY),
  credited,
  owed,
})

const sumOf = ({ salesCount, ...cents }: Makeup) =>
  salesCount < 0 ? Number.NaN : Object.values(cents).reduce((all, each) => all + each, 0)

test('of $23.91 with a hold of $5.00, $18.91 pay the oldest sales, and the newest keep what is held', () => {
  const shares = [210, 102, 119, 140, 140, 1_680]
  const sources = shares.map((owed, day) => saleOf(`s${day}`, day, owed, owed + 8))
  expect(sources.reduce((sum, { owed }) => sum + owed, 0)).toBe(2_391)
  const { parts, makeup } = allot(sources, new Map(), 1_891)
  expect(parts.map(({ amount }) => amount)).toEqual([210, 102, 119, 140, 140, 1_180])
  expect(makeup).toMatchObject({ salesCount: 6, sales: 2_439, refunds: -48, held: -500 })
  expect(sumOf(makeup)).toBe(1_891)
  const paid = new Map(parts.map((part) => [nameOfPart(part), part.amount]))
  const rest = allot(sources, paid, 500)
  expect(rest.parts).toEqual([{ kind: 'sale', paymentId: 's5', amount: 500 }])
  expect(rest.makeup).toMatchObject({ salesCount: 1, sales: 500, refunds: 0, held: 0 })
})

test('a payout of more than is there any more is not allotted, as after a refund in between', () => {
  expect(() => allot([saleOf('one', 1, 210), saleOf('two', 2, 40)], new Map(), 350)).toThrow(
    '100 cents of the payout are not there any more',
  )
})

test('a debt is settled whole before anything is paid', () => {
  const sources = [saleOf('old', 1, 0, 840), saleOf('new', 9, 1_680)]
  const { parts, makeup } = allot(sources, new Map([['sale old', 840]]), 840)
  expect(parts).toEqual([
    { kind: 'sale', paymentId: 'old', amount: -840 },
    { kind: 'sale', paymentId: 'new', amount: 1_680 },
  ])
  expect(makeup).toMatchObject({ sales: 1_680, owedBack: -840, held: 0 })
})

test('through any sources and payouts the parts of each payout and its makeup add up to it, and nothing is paid twice', () => {
  const source = fc.record({
    kind: fc.constantFrom('sale', 'commission', 'free_runs', 'adjustments'),
    day: fc.integer({ min: 0, max: 50 }),
    credited: fc.integer({ min: 0, max: 5_000 }),
    taken: fc.integer({ min: 0, max: 5_000 }),
  })
  const story = fc.array(fc.array(source, { maxLength: 6 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(story, fc.array(fc.nat(100)), (weeks, percents) => {
      const sources = new Map<string, Source>()
      const paid = new Map<string, number>()
      weeks.forEach((news, week) => {
        for (const { kind, day, credited, taken } of news) {
          const isPayment = kind === 'sale' || kind === 'commission'
          const paymentId = isPayment ? `p${day}` : null
          const name = nameOfPart({ kind, paymentId } as Source)
          const before = sources.get(name)
          const owed = isPayment
            ? Math.max(0, (before?.owed ?? credited) - (before ? taken : 0))
            : (before?.owed ?? 0) + (kind === 'free_runs' ? -taken : credited - taken)
          const first = before?.credited ?? (isPayment ? credited : 0)
          const at = new Date(day * DAY)
          sources.set(name, { kind, paymentId, at, credited: first, owed } as Source)
        }
        const cleared = [...sources.values()].reduce((sum, { owed }) => sum + owed, 0)
        const before = [...paid.values()].reduce((sum, each) => sum + each, 0)
        const amount = Math.floor(((cleared - before) * (100 - (percents[week] ?? 0))) / 100)
        if (amount <= 0) return
        const { parts, makeup } = allot([...sources.values()], paid, amount)
        expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount)
        expect(sumOf(makeup)).toBe(amount)
        expect(new Set(parts.map(nameOfPart)).size).toBe(parts.length)
        for (const part of parts) {
          const name = nameOfPart(part)
          paid.set(name, (paid.get(name) ?? 0) + part.amount)
          const owed = sources.get(name)?.owed ?? 0
          if (part.amount > 0) expect(paid.get(name)).toBeLessThanOrEqual(owed)
          else expect(paid.get(name)).toBe(owed)
        }
      })
    }),
    { seed: 20_261_127, numRuns: 300 },
  )
})
