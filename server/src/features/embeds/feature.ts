import type { Feature } from '../../feature.ts'
import { mountEmbeds } from './mount-embeds.ts'
import { embedRoutes } from './routes.ts'

/** Recipes shown elsewhere: frames on other pages, cards for posts, and short addresses. */
export const embeds: Feature = { name: 'embeds', routes: embedRoutes, mount: mountEmbeds }
