import * as contract from '@vignette/contract/referrals.ts'
import { type Binding, handle } from '../../handle.ts'
import { getReferrals } from './get-referrals.ts'

export const referralRoutes: Binding[] = [handle(contract.getReferrals, (ctx) => getReferrals(ctx))]
