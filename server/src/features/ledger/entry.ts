import type { AccountKind } from './account-kind.ts'
import type { EntryKind } from './entry-kind.ts'

export interface AccountName {
  kind: AccountKind
  ownerId: string | null
  /** Set for `tax_payable` only: the country, or the country and state, to which the tax is owed. */
  jurisdiction?: string
}

export interface Line {
  account: AccountName
  /** Debits are positive, credits negative. */
  amount: number
  sharePercent: number | null
  clearsAt: Date | null
  /** Set for a referrer's line only. */
  commissionPercent: number | null
  commissionCovered: number | null
}

/** A named entry with its lines, made only by the `…-entry.ts` files. */
export interface Entry {
  kind: EntryKind
  key: string
  amount: number
  lines: Line[]
}

export const common = (kind: AccountKind): AccountName => ({ kind, ownerId: null })

export function line(account: AccountName, amount: number): Line {
  return {
    account,
    amount,
    sharePercent: null,
    clearsAt: null,
    commissionPercent: null,
    commissionCovered: null,
  }
}

export function entry(kind: EntryKind, id: string, amount: number, lines: Line[]): Entry {
  return { kind, key: `${kind}:${id}`, amount, lines: lines.filter((each) => each.amount !== 0) }
}
