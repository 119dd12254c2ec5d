import type { Feature } from '../../feature.ts'
import { waitlistCommands } from './cli.ts'
import { waitlistRoutes } from './routes.ts'

export const waitlist: Feature = {
  name: 'waitlist',
  routes: waitlistRoutes,
  commands: waitlistCommands,
}
