import { and, eq, isNotNull, or } from 'drizzle-orm'
import { hashRecipe, type Recipe, type workflows } from '../workflows/index.ts'
import { jobs } from './tables.ts'

/** A condition: the creator's passed tests of the workflow, and of the draft that became the workflow. */
export function isTestOf(
  { id, ownerId }: Pick<typeof workflows.$inferSelect, 'id' | 'ownerId'>,
  recipe: Recipe,
) {
  return and(
    jobs.test,
    isNotNull(jobs.documentHash),
    eq(jobs.ownerId, ownerId),
    eq(jobs.status, 'COMPLETED'),
    or(eq(jobs.workflowId, id), eq(jobs.documentHash, hashRecipe(recipe))),
  )
}
