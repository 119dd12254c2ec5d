import type { TestWish } from '@vignette/contract/tests.ts'
import type { Ctx } from '../../ctx.ts'
import { getOwn } from '../workflows/index.ts'
import { startTest } from './start-test.ts'
import { type Accepted, viewAccepted } from './view-accepted.ts'

/** Tests the newest version of the caller's own workflow. */
export async function testWorkflow(
  ctx: Ctx,
  { id, ...want }: TestWish & { id: string },
): Promise<Accepted> {
  const { row, version } = await getOwn(ctx, id)
  const tested = {
    recipe: version.recipe,
    workflowId: row.id,
    workflowVersion: version.version,
    draftId: null,
  }
  return viewAccepted(await startTest(ctx, tested, want))
}
