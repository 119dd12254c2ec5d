import fc from 'fast-check'
import type { PayoutFault } from './payout-vendor.ts'

export const anyPayoutAct = fc.oneof(
  fc.record({ do: fc.constant('sell' as const), amount: fc.integer({ min: 50, max: 9_000 }) }),
  fc.record({
    do: fc.constant('refund' as const),
    at: fc.nat(20),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({
    do: fc.constant('dispute' as const),
    at: fc.nat(20),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({
    do: fc.constant('decide' as const),
    at: fc.nat(20),
    how: fc.constantFrom('won' as const, 'lost' as const),
  }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 10 }) }),
  fc.record({ do: fc.constant('run' as const) }),
  fc.record({
    do: fc.constant('send' as const),
    fault: fc.option(
      fc.constantFrom<PayoutFault>('lost', 'away', 'kept', 'kept_though_made', 'refused'),
    ),
    balance: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('bank' as const),
    how: fc.constantFrom('paid' as const, 'failed' as const, 'returned' as const),
  }),
  fc.record({ do: fc.constant('takeBack' as const), whole: fc.boolean() }),
  fc.record({
    do: fc.constant('hold' as const),
    amount: fc.option(fc.integer({ min: 1, max: 5_000 })),
  }),
  fc.record({ do: fc.constant('lift' as const), at: fc.nat(5) }),
  fc.record({
    do: fc.constant('payday' as const),
    amount: fc.integer({ min: 50, max: 9_000 }),
    how: fc.constantFrom('paid' as const, 'failed' as const, 'returned' as const, null),
  }),
  fc.record({
    do: fc.constant('account' as const),
    ready: fc.boolean(),
    last4: fc.constantFrom('6789', '6789', '6789', '4321'),
  }),
  fc.record({
    do: fc.constant('give' as const),
    most: fc.integer({ min: 1, max: 1_500 }),
    // Two begin at the same moment.
    runs: fc.constantFrom(1, 2),
    /** Of these so many end at once. */
    ended: fc.nat(2),
  }),
  fc.record({
    do: fc.constant('end run' as const),
    at: fc.nat(5),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({ do: fc.constant('reverse' as const), lost: fc.boolean() }),
  fc.record({
    do: fc.constant('adjust' as const),
    amount: fc.integer({ min: -3_000, max: 3_000 }).filter((cents) => cents !== 0),
  }),
)
export type PayoutAct = typeof anyPayoutAct extends fc.Arbitrary<infer T> ? T : never
