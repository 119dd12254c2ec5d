import type { Feature } from '../../feature.ts'
import { mountDevelopmentIdentity } from './mount-development-identity.ts'
import { identityPorts } from './ports.ts'
import { sweepOrphans } from './repair-orphans.ts'
import { identityRoutes } from './routes.ts'
import { sweepSessions } from './session.ts'
import { sweepPastUsernames } from './update-user.ts'
import { waitlistRoutes } from './waitlist-routes.ts'

export const identity: Feature = {
  name: 'identity',
  routes: [...identityRoutes, ...waitlistRoutes],
  mount: mountDevelopmentIdentity,
  tasks: [sweepOrphans, sweepPastUsernames, sweepSessions],
  asks: Object.values(identityPorts),
}
