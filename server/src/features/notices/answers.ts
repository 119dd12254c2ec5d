import { and, eq, isNull, notInArray } from 'drizzle-orm'
import type { Handling } from '../../platform/wiring.ts'
import { notices } from '../../schema/notices.ts'
import { identityPorts } from '../identity/index.ts'
import { LETTER_ONLY_KINDS } from './notice-kinds.ts'

/** What notices answer to questions of lower features. */
export const noticeAnswers: Handling[] = [
  identityPorts.unreadNotices.answer((ctx, { principalId }) => {
    const unread = and(
      eq(notices.ownerId, principalId),
      isNull(notices.readAt),
      notInArray(notices.kind, LETTER_ONLY_KINDS),
    )
    return ctx.db.$count(notices, unread)
  }),
]
