import { listenAsCreations } from '../features/creations/index.ts'
import { listenAsGeneration } from '../features/generation/index.ts'
import { listenAsMedia } from '../features/media/index.ts'
import { listenAsModeration } from '../features/moderation/index.ts'
import { listenAsPayments } from '../features/payments/index.ts'
import { listenAsWorkflows } from '../features/workflows/index.ts'
import type { Hooks } from '../hooks.ts'

/** Who hears which news; the order is that of the feature graph, owners before their things. */
export function wireHooks(hooks: Hooks): void {
  listenAsMedia(hooks)
  listenAsModeration(hooks)
  listenAsWorkflows(hooks)
  listenAsCreations(hooks)
  listenAsPayments(hooks)
  listenAsGeneration(hooks)
}
