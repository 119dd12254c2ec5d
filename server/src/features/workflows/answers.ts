import { asc, eq } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { workflows, workflowVersions } from '../../schema/workflows.ts'
import { identityPorts } from '../identity/index.ts'
import { moderatedSubjects } from '../moderation/index.ts'
import { visitPorts } from '../visits/index.ts'
import { findNamed } from './address.ts'
import { findWorkflowSubject, moderateWorkflow, removeWorkflow } from './moderation.ts'
import { clampToLimits } from './rules-recipe.ts'
import { stateOf } from './view-workflow.ts'
import { documentOf } from './workflow-source.ts'

/** The answers of workflows to questions of lower features. */
export const workflowAnswers: Handling[] = [
  moderatedSubjects.workflow.find.answer((tx, { id }) => findWorkflowSubject(tx, id)),
  moderatedSubjects.workflow.setHidden.answer((tx, { id, hiddenAt }) =>
    moderateWorkflow(tx, id, hiddenAt),
  ),
  moderatedSubjects.workflow.remove.answer((tx, { id }) => removeWorkflow(tx, id)),
  visitPorts.recipeNamed.answer(async (ctx, named) => (await findNamed(ctx, named))?.id),
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const rows = await tx.db
      .select({ row: workflows, version: workflowVersions })
      .from(workflows)
      .innerJoin(workflowVersions, eq(workflowVersions.workflowId, workflows.id))
      .where(eq(workflows.ownerId, principalId))
      .orderBy(asc(workflows.createdAt), asc(workflowVersions.version))
    const recipes = rows.map(({ row, version }) => ({
      id: row.id,
      version: version.version,
      note: version.note,
      state: stateOf(row),
      published_at: version.createdAt,
      creator_terms: version.creatorTerms,
      withdrawn_at: row.deletedAt,
      launch_price: row.launchPrice,
      launch_until: row.launchUntil,
      remixes: row.remixCount,
      document: documentOf(clampToLimits(version.recipe), row.ownerId),
    }))
    return [{ name: 'recipes.json', content: `${JSON.stringify(recipes, null, 2)}\n` }]
  }),
]
