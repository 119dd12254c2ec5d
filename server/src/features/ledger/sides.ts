import { type AccountName, common, type Line, line } from './entry.ts'
import {
  type Commission,
  divideChange,
  remainingCents,
  type Sale,
  type TaxPart,
  taxesIn,
} from './rules.ts'

/** The creator's side of a sale, or the buyer's where no creation was delivered. */
interface CreatorSide {
  account: AccountName
  clearsAt: Date
}

/** The fan who led the buyer here. */
export interface ReferrerSide {
  account: AccountName
  clearsAt: Date
  commission: Commission
}

/** Whose accounts the lines of a sale are posted to, besides the platform's. */
export interface Sides {
  creator: CreatorSide
  referrer?: ReferrerSide | undefined
  /** The taxes in the captured amount. */
  taxes: readonly TaxPart[]
}

/** The lines by which all sides gain (credits) or give back (debits) between two states of a sale. */
export function shares({ creator, referrer, taxes }: Sides, before: Sale, after: Sale): Line[] {
  const change = divideChange(before, after)
  const owedBefore = taxesIn(taxes, remainingCents(before), before.captured)
  const owedAfter = taxesIn(taxes, remainingCents(after), after.captured)
  return [
    {
      ...line(creator.account, -change.creator),
      sharePercent: after.sharePercent,
      clearsAt: creator.clearsAt,
    },
    ...(referrer ? [commissionLine(referrer, -change.referrer)] : []),
    ...owedAfter.map(({ jurisdiction, amount }, index) =>
      line(
        { kind: 'tax_payable', ownerId: null, jurisdiction },
        (owedBefore[index]?.amount ?? 0) - amount,
      ),
    ),
    line(common('platform'), -change.platform),
  ]
}

function commissionLine({ account, clearsAt, commission }: ReferrerSide, amount: number): Line {
  return {
    ...line(account, amount),
    clearsAt,
    commissionPercent: commission.percent,
    commissionCovered: commission.covered,
  }
}
