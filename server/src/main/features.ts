import type { Feature } from '../feature.ts'
import { analytics } from '../features/analytics/feature.ts'
import { cases } from '../features/cases/feature.ts'
import { codes } from '../features/codes/feature.ts'
import { collections } from '../features/collections/feature.ts'
import { creations } from '../features/creations/feature.ts'
import { drafts } from '../features/drafts/feature.ts'
import { embeds } from '../features/embeds/feature.ts'
import { evidence } from '../features/evidence/feature.ts'
import { firstCatalogue } from '../features/first-catalogue/feature.ts'
import { follows } from '../features/follows/feature.ts'
import { frontPage } from '../features/front-page/feature.ts'
import { generation } from '../features/generation/feature.ts'
import { health } from '../features/health/feature.ts'
import { identity } from '../features/identity/feature.ts'
import { ledger } from '../features/ledger/feature.ts'
import { links } from '../features/links/feature.ts'
import { media } from '../features/media/feature.ts'
import { moderation } from '../features/moderation/feature.ts'
import { notices } from '../features/notices/feature.ts'
import { numbers } from '../features/numbers/feature.ts'
import { payments } from '../features/payments/feature.ts'
import { payouts } from '../features/payouts/feature.ts'
import { proofs } from '../features/proofs/feature.ts'
import { purchases } from '../features/purchases/feature.ts'
import { referrals } from '../features/referrals/feature.ts'
import { statements } from '../features/statements/feature.ts'
import { storefronts } from '../features/storefronts/feature.ts'
import { studio } from '../features/studio/feature.ts'
import { visits } from '../features/visits/feature.ts'
import { waitlist } from '../features/waitlist/feature.ts'
import { workflows } from '../features/workflows/feature.ts'
import { sweepDayCounts } from '../platform/http/day-counts.ts'
import { sweepIdempotencyKeys } from '../platform/http/idempotency.ts'
import { sweepRateBuckets } from '../platform/http/shared-buckets.ts'
import { appRoutes } from './app-routes.ts'
import { backUpCommand } from './back-up.ts'
import { checkCommand } from './check.ts'
import { replaceSecretCommand } from './replace-secret.ts'

/** The server's own routes and tasks, which belong to no business word. */
const server: Feature = {
  name: 'server',
  routes: appRoutes,
  tasks: [sweepIdempotencyKeys, sweepRateBuckets, sweepDayCounts],
  commands: [backUpCommand, checkCommand, replaceSecretCommand],
  metrics: [
    {
      name: 'vignette_queue_tasks',
      help: 'Tasks of each queue that are due or under way.',
      labels: ['queue', 'state'],
      query: `select name as queue, state::text as state, count(*) as value from pgboss.job
            where state < 'completed' and (state = 'active' or start_after <= now()) group by 1, 2`,
    },
  ],
}

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
  codes,
  proofs,
  payouts,
  cases,
  evidence,
  statements,
  purchases,
  health,
  studio,
  embeds,
  visits,
  numbers,
  referrals,
  links,
  storefronts,
  follows,
  collections,
  firstCatalogue,
  frontPage,
  ledger,
  analytics,
  waitlist,
]
