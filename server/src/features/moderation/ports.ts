import type { ReportedType } from '@vignette/contract/moderation.ts'
import type { TxCtx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring.ts'

/** What can be reported, as moderation needs it; moderation may not import these features. */
export interface ModeratedSubject {
  title: string
  /** The page's path. */
  url: string
  ownerId: string
  hidden: boolean
  /** Whether people other than the owner can open the subject. */
  reachable: boolean
}

function subjectPorts(type: ReportedType) {
  return {
    find: definePort<TxCtx, { id: string }, ModeratedSubject | undefined>(
      `moderation.find-${type}`,
    ),
    /** Hidden: only owner and admins see the subject and its media. Only `settleHiding` asks for it. */
    setHidden: definePort<TxCtx, { id: string; hiddenAt: Date | null }, void>(
      `moderation.set-${type}-hidden`,
    ),
  }
}

/** One answerer per type of reportable subject. */
export const moderatedSubjects = {
  workflow: {
    ...subjectPorts('workflow'),
    /** Takes it down as its creator would. */
    remove: definePort<TxCtx, { id: string }, void>('moderation.remove-workflow'),
  },
  creation: subjectPorts('creation'),
  collection: subjectPorts('collection'),
  letter: subjectPorts('letter'),
} satisfies Record<ReportedType, unknown>
