import { sql } from 'drizzle-orm'
import { inTransaction, type Principal } from '../../../src/ctx.ts'
import { postCost } from '../../../src/features/generation/end-job.ts'
import { claimFreeRun } from '../../../src/features/promotion/index.ts'
import { AppError } from '../../../src/platform/http/app-error.ts'
import { newId } from '../../../src/platform/ids.ts'
import { jobSteps, jobs, testedDocuments } from '../../../src/schema/generation.ts'
import { codes } from '../../../src/schema/promotion.ts'
import type { PayoutWorld } from './create-payout-world.ts'

export interface FreeRunDesk {
  /**
   * Begins a free run that may cost `most`; undefined where the creator's balance does not cover
   * the run.
   */
  begin(most: number): Promise<string | undefined>
  /** Ends the run, which has cost `cents`. */
  end(jobId: string, cents: number): Promise<void>
}

/** A code of the creator for free runs, whose jobs are written without a worker. */
export async function openFreeRunDesk(
  { ctx }: PayoutWorld,
  creator: Principal,
): Promise<FreeRunDesk> {
  const workflowId = newId()
  await ctx.db.execute(sql`
    insert into workflows (id, owner_id, version, name, description, handle, price,
      generation_time, output_type, output_kind, license, created_at, updated_at)
    values (${workflowId}, ${creator.id}, 1, 'A workflow', '', 'maker', 300, 1000, 'image', 'image',
      'personal', now(), now())`)
  const createdAt = ctx.clock.now()
  await ctx.db.insert(codes).values({
    id: newId(),
    ownerId: creator.id,
    code: 'FREE',
    kind: 'free',
    workflowIds: [workflowId],
    total: 100_000,
    perBuyer: 100_000,
    runCost: 1_000_000,
    state: 'active',
    createdAt,
  })
  await ctx.db.insert(testedDocuments).values({ hash: workflowId, recipe: {} as never, createdAt })
  return {
    async begin(most) {
      const id = newId()
      const sold = { workflowId, ownerId: creator.id, price: 300, cost: most }
      try {
        await inTransaction(ctx, async (tx) => {
          const claim = await claimFreeRun(tx, { text: 'free', buyerId: creator.id, sold })
          await tx.db.insert(jobs).values({
            id,
            ownerId: creator.id,
            workflowId,
            documentHash: workflowId,
            test: true,
            inputs: {},
            ...claim,
            costLimit: most,
            generationTimeMs: 1,
            status: 'QUEUED',
            progressSteps: 1,
            deadlineAt: createdAt,
            createdAt,
          })
        })
      } catch (error) {
        if (error instanceof AppError) return undefined
        throw error
      }
      return id
    },

    async end(jobId, cents) {
      await inTransaction(ctx, async (tx) => {
        await tx.db.insert(jobSteps).values({
          jobId,
          stepId: 'draw',
          position: 0,
          costCents: cents,
        })
        const [job] = await tx.db
          .update(jobs)
          .set({ status: 'COMPLETED', finishedAt: tx.clock.now() })
          .where(sql`${jobs.id} = ${jobId}`)
          .returning()
        if (!job) throw new Error('no such job')
        await postCost(tx, job)
        // An event told twice takes the money once.
        await postCost(tx, job)
      })
    },
  }
}
