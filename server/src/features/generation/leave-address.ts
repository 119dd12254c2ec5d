import { type Ctx, inTransaction } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockCaller } from '../identity/index.ts'
import { keepLetterAddress } from '../notices/index.ts'
import { getOwnJob } from './get-job.ts'

/** A visitor leaves an address for the letters about one run and its payment. */
export async function leaveAddress(
  ctx: Ctx,
  { id, email }: { id: string; email: string },
): Promise<void> {
  if (ctx.config.mail === 'none') {
    throw new AppError('unavailable', 'No mail goes out from this site.')
  }
  await inTransaction(ctx, async (tx) => {
    const { owner, acting } = await lockCaller(tx)
    const job = await getOwnJob(acting, id)
    const subjectIds = [job.creationId, job.paymentId].filter((subject) => subject !== null)
    await keepLetterAddress(tx, { owner, subjectIds, address: email })
  })
}
