import type { Feature } from '../../feature.ts'
import { embedRoutes } from './embeds-routes.ts'
import { mountEmbeds } from './mount-embeds.ts'
import { frontPageRoutes } from './routes.ts'
import { makeSamples } from './seed-catalogue.ts'

export const catalogue: Feature = {
  name: 'catalogue',
  routes: [...frontPageRoutes, ...embedRoutes],
  tasks: [makeSamples],
  mount: mountEmbeds,
}
