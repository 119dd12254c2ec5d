import type { Feature } from '../feature.ts'
import { analytics } from '../features/analytics/feature.ts'
import { cases } from '../features/cases/feature.ts'
import { creations } from '../features/creations/feature.ts'
import { drafts } from '../features/drafts/feature.ts'
import { evidence } from '../features/evidence/feature.ts'
import { generation } from '../features/generation/feature.ts'
import { identity } from '../features/identity/feature.ts'
import { ledger } from '../features/ledger/feature.ts'
import { media } from '../features/media/feature.ts'
import { moderation } from '../features/moderation/feature.ts'
import { notices } from '../features/notices/feature.ts'
import { payments } from '../features/payments/feature.ts'
import { payouts } from '../features/payouts/feature.ts'
import { proofs } from '../features/proofs/feature.ts'
import { purchases } from '../features/purchases/feature.ts'
import { statements } from '../features/statements/feature.ts'
import { studio } from '../features/studio/feature.ts'
import { waitlist } from '../features/waitlist/feature.ts'
import { workflows } from '../features/workflows/feature.ts'
import { server } from './server.ts'

/** The one list of features; each folder's feature.ts lists its content. */
export const FEATURES: readonly Feature[] = [
  server,
  identity,
  notices,
  media,
  moderation,
  workflows,
  drafts,
  creations,
  generation,
  payments,
  proofs,
  payouts,
  cases,
  evidence,
  statements,
  purchases,
  studio,
  ledger,
  analytics,
  waitlist,
]
