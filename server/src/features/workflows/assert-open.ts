import type { TxCtx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { findClosed } from './find-closed.ts'
import { TAKEN_DOWN } from './get-runnable.ts'
import { FAILING, PAUSED, WITHOUT_MODEL } from './why-closed.ts'

/**
 * Refuses a run of a workflow that was closed since the caller's first look; a run that was paid
 * before still starts, unless an admin hid the workflow. No closing commits until the transaction
 * ends.
 */
export async function assertOpen(tx: TxCtx, id: string, isPaid: boolean): Promise<void> {
  const closed = await findClosed(tx, id)
  if (!closed || (isPaid && closed !== 'hidden')) return
  if (isPaid) throw new AppError('gone', TAKEN_DOWN)
  if (closed === 'paused') throw new AppError('conflict', PAUSED)
  if (closed === 'without its model') throw new AppError('conflict', WITHOUT_MODEL)
  if (closed === 'failing') throw new AppError('conflict', FAILING)
  throw new AppError('not_found', 'This recipe may have been deleted or does not exist.')
}
