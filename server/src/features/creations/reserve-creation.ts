import type { TxCtx } from '../../ctx.ts'
import { newId } from '../../platform/ids.ts'
import { markMediaUsed } from '../media/index.ts'
import type { ReadyInputs, Runnable } from '../workflows/index.ts'
import { type CreationRow, creationFiles, creations } from './tables.ts'

/** Creates the row that a job will fill; invisible until delivered. */
export async function reserveCreation(
  tx: TxCtx,
  want: {
    ownerId: string
    runnable: Runnable
    inputs: ReadyInputs
    public: boolean
    test: boolean
    paymentId: string | null
    termsVersion: string
    shareInputs?: boolean
    /** The creation that the maker began with. */
    madeFrom?: string | null
  },
): Promise<CreationRow> {
  const now = tx.clock.now()
  const [row] = await tx.db
    .insert(creations)
    .values({
      id: newId(),
      workflowId: want.runnable.workflowId,
      workflowVersion: want.runnable.version,
      ownerId: want.ownerId,
      inputs: want.inputs.values,
      public: want.public && !(want.test && want.paymentId === null),
      test: want.test,
      shareInputs: want.shareInputs ?? false,
      madeFrom: want.madeFrom ?? null,
      termsVersion: want.termsVersion,
      termsAcceptedAt: now,
      createdAt: now,
    })
    .returning()
  if (!row) throw new Error('the creation was not written')
  const files = Object.entries(want.inputs.values).flatMap(([inputKey, value]) =>
    value && typeof value === 'object' && 'id' in value && value.id
      ? [{ creationId: row.id, inputKey, mediaId: value.id }]
      : [],
  )
  if (files.length > 0) await tx.db.insert(creationFiles).values(files)
  await markMediaUsed(
    tx,
    files.map((file) => file.mediaId),
  )
  return row
}
