import type { Feature } from '../feature.ts'
import { sweepDayCounts } from '../platform/http/day-counts.ts'
import { sweepIdempotencyKeys } from '../platform/http/sweep-idempotency-keys.ts'
import { sweepRateBuckets } from '../platform/http/sweep-rate-buckets.ts'
import { appRoutes } from './app-routes.ts'
import { backUpCommand } from './back-up.ts'
import { checkCommand } from './check.ts'
import { replaceSecretCommand } from './replace-secret.ts'

/** The server's own routes and tasks, which belong to no business word. */
export const server: Feature = {
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
