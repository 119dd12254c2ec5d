import type { Feature } from '../feature.ts'
import { assistants } from '../features/assistants/feature.ts'
import { cases } from '../features/cases/feature.ts'
import { catalogue } from '../features/catalogue/feature.ts'
import { claims } from '../features/claims/feature.ts'
import { comfyServers } from '../features/comfy-servers/feature.ts'
import { operatorConsole } from '../features/console/feature.ts'
import { creations } from '../features/creations/feature.ts'
import { drafts } from '../features/drafts/feature.ts'
import { generation } from '../features/generation/feature.ts'
import { identity } from '../features/identity/feature.ts'
import { ledger } from '../features/ledger/feature.ts'
import { media } from '../features/media/feature.ts'
import { moderation } from '../features/moderation/feature.ts'
import { notices } from '../features/notices/feature.ts'
import { payments } from '../features/payments/feature.ts'
import { payouts } from '../features/payouts/feature.ts'
import { profiles } from '../features/profiles/feature.ts'
import { promotion } from '../features/promotion/feature.ts'
import { purchases } from '../features/purchases/feature.ts'
import { settings } from '../features/settings/feature.ts'
import { studio } from '../features/studio/feature.ts'
import { visits } from '../features/visits/feature.ts'
import { webhooks } from '../features/webhooks/feature.ts'
import { workflows } from '../features/workflows/feature.ts'
import type { Binding } from '../handle.ts'
import { sweepDayCounts } from '../platform/http/day-counts.ts'
import type { Draining } from '../platform/http/drain.ts'
import { sweepIdempotencyKeys } from '../platform/http/idempotency.ts'
import { sweepRateBuckets } from '../platform/http/shared-buckets.ts'
import { appRoutes } from './app-routes.ts'
import { backUpCommand } from './back-up.ts'
import { checkCommand } from './check.ts'
import { replaceSecretCommand } from './replace-secret.ts'
import { restoreCommand } from './restore.ts'
import { startBackups } from './scheduled-backups.ts'

/** The server's own routes and tasks, which belong to no business word. */
const server: Feature = {
  name: 'server',
  routes: appRoutes,
  tasks: [sweepIdempotencyKeys, sweepRateBuckets, sweepDayCounts],
  startRunner: startBackups,
  commands: [backUpCommand, restoreCommand, checkCommand, replaceSecretCommand],
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
  promotion,
  payouts,
  cases,
  claims,
  purchases,
  studio,
  visits,
  profiles,
  catalogue,
  webhooks,
  comfyServers,
  assistants,
  operatorConsole,
  settings,
  ledger,
]

/** Every call with its handler. */
export function listBindings(draining: Draining): Binding[] {
  return FEATURES.flatMap(({ routes = [] }) =>
    typeof routes === 'function' ? routes({ draining }) : routes,
  )
}
