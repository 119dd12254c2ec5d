import { formatGenerationTime } from '@vignette/contract/generation-time.ts'
import type { LastRuns } from '@vignette/contract/workflows.ts'
import { and, eq, not, sql } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { defineProcessPart, keepRecent } from '../../platform/process-state.ts'
import { workflows } from '../../schema/workflows.ts'
import { notOfHouse } from '../identity/index.ts'
import { tellChange, workflowEvents } from './events.ts'
import { announceWorkflows } from './workflow.ts'

/** Counts a delivered creation for the catalogue; what the house itself makes counts nowhere. */
export async function recordRemix(
  tx: TxCtx,
  { workflowId, ownerId }: { workflowId: string; ownerId: string },
): Promise<void> {
  await tx.db
    .update(workflows)
    .set({
      remixCount: sql`${workflows.remixCount} + 1`,
      popularity: sql`${workflows.popularity} + 1`,
    })
    .where(and(eq(workflows.id, workflowId), notOfHouse(sql`${ownerId}::uuid`)))
}

/** Counts a proof that its buyer kept, declined or left unanswered. */
export async function recordProofEnd(tx: TxCtx, workflowId: string, kept: boolean): Promise<void> {
  await tx.db
    .update(workflows)
    .set({
      proofsEnded: sql`${workflows.proofsEnded} + 1`,
      ...(kept ? { proofsKept: sql`${workflows.proofsKept} + 1` } : {}),
    })
    .where(eq(workflows.id, workflowId))
}

const VERSIONS = 2_000
const marked = defineProcessPart(() => keepRecent<true>(VERSIONS))

/**
 * Notes that a version has delivered, where that version is live and nothing had delivered yet. What
 * is noted stays so, and an earlier version is never live again, so that each process asks once.
 */
export async function markTested(
  tx: TxCtx,
  { workflowId, version }: { workflowId: string; version: number },
): Promise<void> {
  const key = `${workflowId} ${version}`
  if (tx.process.of(marked).get(key)) return
  const { id, version: live, tested } = workflows
  const rows = await tx.db
    .update(workflows)
    .set({ tested: true })
    .where(and(eq(id, workflowId), eq(live, version), not(tested)))
    .returning({ id })
  tx.afterCommit((ctx) => {
    ctx.process.of(marked).set(key, true)
  })
  if (rows.length > 0) announceWorkflows(tx, [workflowId])
}

/** Ends or allows new runs of a workflow, whose row the caller has locked as a pause does. */
export async function setFailing(tx: TxCtx, id: string, failingAt: Date | null): Promise<void> {
  const [before] = await tx.db.select().from(workflows).where(eq(workflows.id, id))
  await tx.db.update(workflows).set({ failingAt }).where(eq(workflows.id, id))
  if (failingAt) await workflowEvents.closed.emit(tx, { workflowIds: [id] })
  if (before) await tellChange(tx, before, { ...before, failingAt })
  announceWorkflows(tx, [id])
}

/** What the last runs delivered and took, as a sentence. */
export function describeLastRuns({ delivered, of, p50, p95 }: Omit<LastRuns, 'words'>): string {
  const within = (seconds: number) => `within ${formatGenerationTime(seconds * 1000).slice(1)}`
  const times = p50 && p95 && `: half ${within(p50)}, 95 of 100 ${within(p95)}`
  return `Of the last ${of} remixes ${delivered} delivered${times || ''}.`
}
