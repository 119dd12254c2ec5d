import { expect } from 'vitest'
import type { Entry, Line } from '../../../src/features/ledger/entry.ts'
import {
  commissionCents,
  type DisputeStand,
  owedCents,
  type Sale,
} from '../../../src/features/ledger/rules.ts'
import type { Position } from '../../../src/features/payouts/rules.ts'
import { type Cause, toHolds } from '../../../src/features/payouts/rules-holds.ts'

const START = new Date('2026-03-01T12:00:00Z')

export const PERSON = 'creator'

export interface SaleState {
  id: string
  sale: Sale
  clearsAt: Date
  /** Another creator's sale, of which the person gets the commission. */
  referred: boolean
  dispute: DisputeStand | null
  /** How often the dispute changed. */
  time: number
  refunds: number
}

interface PayoutState {
  id: string
  amount: number
  back: number
  state: 'sending' | 'in_transit' | 'paid' | 'ended'
  times: number
}

/** The books of one creator in memory, by the product's own moves and rules. */
export class PayoutModel {
  now = START
  entries: Pick<Entry, 'key' | 'lines'>[] = []
  sales: SaleState[] = []
  payouts: PayoutState[] = []
  holds: { amount: number | null; reason: string; until: null }[] = []
  doubts: Cause[] = []
  adjusted = 0

  post(key: string, lines: Line[]): void {
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect(this.entries.some((entry) => entry.key === key)).toBe(false)
    this.entries.push({ key, lines })
  }

  creditOf(isMeant: (line: Line, key: string) => boolean): number {
    let sum = 0
    for (const entry of this.entries) {
      for (const line of entry.lines) {
        if (line.account.ownerId === PERSON && isMeant(line, entry.key)) sum -= line.amount
      }
    }
    return sum
  }

  balanceOf(kind: string): number {
    return this.entries
      .flatMap(({ lines }) => lines)
      .filter(({ account }) => account.kind === kind)
      .reduce((sum, { amount }) => sum + amount, 0)
  }

  position(): Position {
    const pending = this.sales.flatMap(({ id, clearsAt }) => {
      const amount = this.creditOf(({ clearsAt: at }, key) => at !== null && key.includes(id))
      const day = clearsAt.toISOString().slice(0, 10)
      return clearsAt > this.now && amount !== 0 ? [{ day, waits: 14, amount }] : []
    })
    const cleared = new Map(
      this.sales
        .filter(({ clearsAt }) => clearsAt <= this.now)
        .map(({ id }) => [id, this.creditOf((_, key) => key.includes(id))]),
    )
    return {
      balance: this.creditOf(() => true),
      pending,
      setAside: this.sales.reduce((sum, { sale, dispute, referred }) => {
        if (dispute?.state !== 'opened') return sum
        const won = { ...sale, disputed: sale.disputed - dispute.amount }
        const part = referred ? commissionCents : owedCents
        return sum + part(won) - part(sale)
      }, 0),
      signedIn: true,
      account: { state: 'ready', missing: [], missingBy: null, usableFrom: START, reason: null },
      holds: [...this.holds, ...toHolds(this.doubts, cleared)],
      minimum: 1_000,
      underWay: this.payouts
        .filter(({ state }) => state === 'sending' || state === 'in_transit')
        .map(({ amount, back }) => ({ amount: amount - back, bankReason: null, arrivesAt: null })),
      refusal: null,
      delayed: false,
    }
  }
}
