import { and, isNotNull, isNull } from 'drizzle-orm'
import type { TxCtx } from '../../ctx.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { creations } from '../../schema/creations.ts'
import { linkKey } from './creation.ts'
import { setFileLinks } from './part.ts'

/** Lets the files behind secret links open by the present secret's keys, and by no earlier ones. */
export async function renewFileLinks(
  tx: Pick<TxCtx, 'db' | 'config' | 'inTransaction'>,
): Promise<void> {
  const rows = await tx.db
    .select()
    .from(creations)
    .where(
      and(
        isNotNull(creations.linkVersion),
        isNotNull(creations.mediaId),
        isNull(creations.hiddenAt),
        isNull(creations.deletedAt),
      ),
    )
  for (const row of rows) {
    const key = linkKey(tx, row)
    if (key) await setFileLinks(tx, row, hashSecret(key))
  }
}
