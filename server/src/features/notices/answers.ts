import { and, asc, eq, isNull, notInArray } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { notices } from '../../schema/notices.ts'
import { findOrphansIn, identityPorts, isDeleted } from '../identity/index.ts'
import { LETTER_ONLY_KINDS, OUTLIVING_KINDS } from './notice-kinds.ts'

/** What notices answer to questions of lower features. */
export const noticeAnswers: Handling[] = [
  identityPorts.orphanedOwners.answer((ctx) =>
    findOrphansIn(ctx, notices, {
      owner: notices.ownerId,
      left: and(isDeleted, notInArray(notices.kind, OUTLIVING_KINDS)),
    }),
  ),
  identityPorts.profileCounts.answer(async (tx, { principalId, own }) => {
    if (!own) return {}
    const unread = and(
      eq(notices.ownerId, principalId),
      isNull(notices.readAt),
      notInArray(notices.kind, LETTER_ONLY_KINDS),
    )
    return { unread_notices: await tx.db.$count(notices, unread) }
  }),
  identityPorts.exportedFiles.answer(async (tx, { principalId }) => {
    const rows = await tx.db
      .select()
      .from(notices)
      .where(eq(notices.ownerId, principalId))
      .orderBy(asc(notices.id))
    const told = rows.map(({ id, kind, facts, createdAt, readAt }) => ({
      id,
      kind,
      facts,
      created_at: createdAt,
      read_at: readAt,
    }))
    return [{ name: 'notices.json', content: `${JSON.stringify(told, null, 2)}\n` }]
  }),
]
