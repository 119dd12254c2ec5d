import { LINKS_MOST } from '@vignette/contract/number-limits.ts'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockCaller } from '../identity/index.ts'
import { getOwn, workflows } from '../workflows/index.ts'
import { links } from './tables.ts'

/** Adds a name to the recipe's list of links; a name that is in the list already changes nothing. */
export async function createLink(ctx: Ctx, workflowId: string, name: string): Promise<void> {
  await inTransaction(ctx, async (given) => {
    const { owner, acting: tx } = await lockCaller(given, 'no key update')
    await getOwn(tx, workflowId)
    const [written] = await tx.db
      .insert(links)
      .values({ workflowId, name, createdAt: tx.clock.now() })
      .onConflictDoNothing()
      .returning()
    if (!written) return
    const standing = tx.db
      .select({ id: workflows.id })
      .from(workflows)
      .where(and(eq(workflows.ownerId, owner.id), isNull(workflows.deletedAt)))
    if ((await tx.db.$count(links, inArray(links.workflowId, standing))) > LINKS_MOST) {
      throw new AppError('forbidden', `You have ${LINKS_MOST} links, and no more may stand.`)
    }
  })
}
