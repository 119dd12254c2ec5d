import { inArray } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import type { Handling } from '../../platform/wiring.ts'
import { links } from '../../schema/studio.ts'
import { generationEvents } from '../generation/index.ts'
import { identityEvents } from '../identity/index.ts'
import { lookUpModels } from '../workflows/index.ts'
import { checkHealth } from './check-health.ts'
import { ownedBy } from './link.ts'

/**
 * The code of a run whose vendor does not know the model: further recipes with this model fail too.
 */
const MODEL_UNKNOWN = 'provider_model_unknown'

/** Checks the workflow in a task after the transaction that ends its run, so that no run's end waits for the check. */
const checkSoon = (tx: TxCtx, { workflowId }: { workflowId: string }) =>
  tx.queue.send(tx, checkHealth, { workflowId }, { singletonKey: workflowId })

/** How health reacts to events of lower features. */
export const healthListeners: Handling[] = [
  generationEvents.failed.hear(checkSoon),
  generationEvents.failed.hear(async (tx, { code }) => {
    if (code === MODEL_UNKNOWN) await tx.queue.send(tx, lookUpModels, {})
  }),
  generationEvents.testPassed.hear(checkSoon),
]

/**
 * Links belong to recipes, which keep them when a visitor is claimed; only the deletion of an
 * account deletes links.
 */
export const linkListeners: Handling[] = [
  identityEvents.accountDeleted.hear(async (tx, { principalId }) => {
    await tx.db.delete(links).where(inArray(links.workflowId, ownedBy(tx, principalId)))
  }),
]
