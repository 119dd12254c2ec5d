import { and, eq, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { tell } from '../notices/index.ts'
import { getRecipe, workflows } from '../workflows/index.ts'
import { namesChosen } from './names-chosen.ts'
import { stuckStep } from './stuck-step.ts'
import { jobs } from './tables.ts'

/** Tells a creator once of each fault that a version of a recipe shows to its buyers. */
export const tellFault = defineTask({
  name: 'generation.tell-fault',
  data: z.object({ jobId: z.uuid() }),
  retryLimit: 10,
  run: (ctx: Ctx, { jobId }) =>
    inTransaction(ctx, async (tx) => {
      const [found] = await tx.db
        .select({ job: jobs, step: stuckStep, ownerId: workflows.ownerId })
        .from(jobs)
        .innerJoin(workflows, eq(workflows.id, jobs.workflowId))
        .where(eq(jobs.id, jobId))
      if (!found) return
      const { workflowId, workflowVersion, errorDetail } = found.job
      if (!workflowId || !workflowVersion || !errorDetail) return
      const alike = and(
        eq(jobs.workflowId, workflowId),
        eq(jobs.workflowVersion, workflowVersion),
        eq(jobs.errorDetail, errorDetail),
        // Of two that fail at once, the later one is left out.
        or(
          lt(jobs.finishedAt, found.job.finishedAt ?? tx.clock.now()),
          and(eq(jobs.finishedAt, found.job.finishedAt ?? tx.clock.now()), lt(jobs.id, jobId)),
        ),
      )
      if ((await tx.db.$count(jobs, alike)) > 0) return
      const recipe = await getRecipe(tx, workflowId, workflowVersion)
      await tell(tx, {
        to: found.ownerId,
        kind: 'workflow_fault',
        subjectId: jobId,
        facts: {
          recipe: recipe.name,
          workflowId,
          step: found.step,
          reason: errorDetail,
          chosen: namesChosen(recipe.inputs, found.job.inputs)
            .map(({ label, value }) => `${label}: ${value}`)
            .join(', '),
        },
      })
    }),
})
