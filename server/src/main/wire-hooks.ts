import { listenAsCreations } from '../features/creations/index.ts'
import { listenAsGeneration } from '../features/generation/index.ts'
import { listenAsMedia } from '../features/media/index.ts'
import { listenAsModeration } from '../features/moderation/index.ts'
import { listenAsPayments } from '../features/payments/index.ts'
import { listenAsWorkflows } from '../features/workflows/index.ts'
import type { Hooks } from '../hooks.ts'

/**
 * Who hears which news. Jobs come first: a delivery locks job, creation and payment in that order,
 * so whoever moves or ends what is a person's waits for their deliveries before it touches the rest,
 * and finds free what their runs had in use. Then the order of the feature graph, owners before
 * their things.
 */
export function wireHooks(hooks: Hooks): void {
  listenAsGeneration(hooks)
  listenAsMedia(hooks)
  listenAsModeration(hooks)
  listenAsWorkflows(hooks)
  listenAsCreations(hooks)
  listenAsPayments(hooks)
}
