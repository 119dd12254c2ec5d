import { asc, eq } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { findOrphansIn, identityPorts, isDeleted } from '../identity/index.ts'
import { paymentPorts } from '../payments/index.ts'
import { applyCode, findHeldTooLong } from './apply-code.ts'
import { viewCodes } from './code.ts'
import { codes } from './tables.ts'

/** The answers of codes to questions of lower features. */
export const codeAnswers: Handling[] = [
  paymentPorts.applyCode.answer(applyCode),
  paymentPorts.heldTooLong.answer(findHeldTooLong),
  identityPorts.orphanedOwners.answer((ctx) =>
    findOrphansIn(ctx, codes, { owner: codes.ownerId, left: isDeleted }),
  ),
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const rows = await tx.db
      .select()
      .from(codes)
      .where(eq(codes.ownerId, principalId))
      .orderBy(asc(codes.createdAt))
    const content = `${JSON.stringify(await viewCodes(tx, rows), null, 2)}\n`
    return [{ name: 'codes.json', content }]
  }),
]
