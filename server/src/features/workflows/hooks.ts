import { and, asc, count, eq, isNull } from 'drizzle-orm'
import type { Hooks } from '../../hooks.ts'
import { findPrincipals, findStrandedIn, isDeleted, publicHandle } from '../identity/index.ts'
import { releaseMedia } from '../media/index.ts'
import { documentOf } from './document-of.ts'
import { findSamples } from './find-samples.ts'
import { findWorkflowSubject } from './find-workflow-subject.ts'
import { isListedSample } from './is-listed-sample.ts'
import { moderateWorkflow } from './moderate-workflow.ts'
import { renameCreator } from './rename-creator.ts'
import { heldToLimits } from './rules-recipe.ts'
import { syncSampleVisibility } from './sync-sample-visibility.ts'
import { syncWorkflowBan } from './sync-workflow-ban.ts'
import { workflows, workflowVersions } from './tables.ts'

/** What recipes do when news comes from below. */
export function listenAsWorkflows(hooks: Hooks): void {
  hooks.strandedSought.push((ctx) =>
    findStrandedIn(ctx, workflows, {
      owner: workflows.ownerId,
      left: and(isDeleted, isNull(workflows.deletedAt)),
    }),
  )
  hooks.visitorClaimed.push(async (tx, { from, to }) => {
    const owner = (await findPrincipals(tx, [to])).get(to)
    await tx.db
      .update(workflows)
      .set({ ownerId: to, ...(owner ? { handle: publicHandle(owner) } : {}) })
      .where(eq(workflows.ownerId, from))
  })
  hooks.accountDeleted.push(async (tx, { principalId }) => {
    const withdrawn = await tx.db
      .update(workflows)
      .set({ deletedAt: tx.clock.now() })
      .where(and(eq(workflows.ownerId, principalId), isNull(workflows.deletedAt)))
      .returning({ sampleMediaId: workflows.sampleMediaId })
    const samples = withdrawn.flatMap(({ sampleMediaId }) => sampleMediaId ?? [])
    for (const mediaId of samples) await syncSampleVisibility(tx, mediaId)
    await releaseMedia(tx, samples)
    // The name goes with the person, from what left the market before too.
    await renameCreator(tx, {
      principalId,
      handle: publicHandle({ id: principalId, username: null }),
    })
  })
  hooks.handleChanged.push(renameCreator)
  hooks.subjectSought.push(async (tx, { type, id }) =>
    type === 'workflow' ? findWorkflowSubject(tx, id) : undefined,
  )
  hooks.subjectHidden.push(async (tx, { type, id, hidden }) => {
    if (type === 'workflow') await moderateWorkflow(tx, id, hidden)
  })
  hooks.principalBanned.push(syncWorkflowBan)
  hooks.fileShown.push((tx, { mediaId }) => isListedSample(tx, mediaId))
  hooks.fileNamed.push(findSamples)
  hooks.dataExported.push(async (tx, { principalId }) => {
    const rows = await tx.db
      .select({ row: workflows, version: workflowVersions })
      .from(workflows)
      .innerJoin(workflowVersions, eq(workflowVersions.workflowId, workflows.id))
      .where(eq(workflows.ownerId, principalId))
      .orderBy(asc(workflows.createdAt), asc(workflowVersions.version))
    const recipes = rows.map(({ row, version }) => ({
      id: row.id,
      version: version.version,
      published_at: version.createdAt,
      withdrawn_at: row.deletedAt,
      remixes: row.remixCount,
      document: documentOf(heldToLimits(version.recipe), row.ownerId),
    }))
    return [{ name: 'recipes.json', content: `${JSON.stringify(recipes, null, 2)}\n` }]
  })
  hooks.profileCounted.push(async (tx, { principalId, own }) => {
    const [row] = await tx.db
      .select({ total: count() })
      .from(workflows)
      .where(
        and(
          eq(workflows.ownerId, principalId),
          isNull(workflows.deletedAt),
          ...(own ? [] : [isNull(workflows.hiddenAt), eq(workflows.waiting, false)]),
        ),
      )
    return { workflows: row?.total ?? 0 }
  })
}
