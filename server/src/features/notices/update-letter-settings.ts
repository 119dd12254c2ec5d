import type { LetterGroup } from '@vignette/contract/letter-groups.ts'
import type { LetterSettings } from '@vignette/contract/notices.ts'
import { and, eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { lockCaller } from '../identity/index.ts'
import { getLetterSettings } from './get-letter-settings.ts'
import { unsubscriptions } from './tables.ts'

export async function updateLetterSettings(
  ctx: Ctx,
  { group: letterGroup, on }: { group: LetterGroup; on: boolean },
): Promise<LetterSettings> {
  return inTransaction(ctx, async (tx) => {
    const { owner, acting } = await lockCaller(tx)
    const { reader, letterGroup: column } = unsubscriptions
    if (on) {
      await tx.db.delete(unsubscriptions).where(and(eq(reader, owner.id), eq(column, letterGroup)))
    } else {
      await tx.db
        .insert(unsubscriptions)
        .values({ reader: owner.id, letterGroup, createdAt: tx.clock.now() })
        .onConflictDoNothing()
    }
    return getLetterSettings(acting)
  })
}
