import type { ReportedType } from '@vignette/contract/moderation.ts'
import type { TxCtx } from '../../ctx.ts'
import { definePort } from '../../platform/wiring/define-port.ts'

/** What moderation needs to know of a recipe or creation whose feature it may not import. */
export interface ModeratedSubject {
  title: string
  /** The page's path. */
  url: string
  ownerId: string
  hidden: boolean
  /** People other than its owner can come across it. */
  reachable: boolean
}

function subjectPorts(type: ReportedType) {
  return {
    find: definePort<TxCtx, { id: string }, ModeratedSubject | undefined>(
      `moderation.find-${type}`,
    ),
    /** Hidden: only owner and admins see the subject and its media. */
    setHidden: definePort<TxCtx, { id: string; hidden: boolean }, void>(
      `moderation.set-${type}-hidden`,
    ),
  }
}

/** One answerer for each type of what can be reported. */
export const moderatedSubjects = {
  workflow: subjectPorts('workflow'),
  creation: subjectPorts('creation'),
} satisfies Record<ReportedType, unknown>

export const moderationPorts = {
  /** A stored file is about to be shown to everybody on its own; throws where it may not be. */
  assertPublishable: definePort<TxCtx, { mediaId: string }, void>('moderation.assert-publishable'),
}
