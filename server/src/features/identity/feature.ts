import type { Feature } from '../../feature.ts'
import { sweepStranded } from './mend-stranded.ts'
import { mountDevelopmentIdentity } from './mount-development-identity.ts'
import { identityPorts } from './ports.ts'
import { identityRoutes } from './routes.ts'
import { sweepSessions } from './sweep-sessions.ts'

export const identity: Feature = {
  name: 'identity',
  routes: identityRoutes,
  mount: mountDevelopmentIdentity,
  tasks: [sweepStranded, sweepSessions],
  asks: Object.values(identityPorts),
}
