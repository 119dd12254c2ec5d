import type { Readable } from 'node:stream'
import type { Ctx, TxCtx } from './ctx.ts'

/** What moderation needs to know of a recipe or creation whose feature it may not import. */
export interface ModeratedSubject {
  title: string
  /** The page's path. */
  url: string
  ownerId: string
  hidden: boolean
  /** Somebody other than its owner can come across it. */
  reachable: boolean
}

/** A file of what a person may take along; what is large is opened only when its turn comes. */
export type ExportedFile =
  | { name: string; content: string | Buffer }
  | { name: string; open: () => Promise<Readable> }

/**
 * News that must flow against the dependency graph. Called in the emitter's own transaction and
 * wired in main; every list may be empty.
 */
export interface Hooks {
  /** A visitor signed in: what they own moves to the account. */
  visitorClaimed: ((tx: TxCtx, news: { from: string; to: string }) => Promise<void>)[]
  /** Principals who still own what a sign-in, a deletion or a ban should have moved or ended. */
  strandedSought: ((ctx: Ctx) => Promise<string[]>)[]
  accountDeleted: ((tx: TxCtx, news: { principalId: string }) => Promise<void>)[]
  /** In the transaction that delivers, so that what it costs is asked for with it or not at all. */
  creationDelivered: ((
    tx: TxCtx,
    news: {
      creationId: string
      jobId: string
      workflowId: string
      paymentId: string | null
      /** What the run cost the operator. */
      costCents: number
    },
  ) => Promise<void>)[]
  /** The run ended without a delivered creation; an authorization may be used again. */
  generationEnded: ((
    tx: TxCtx,
    news: {
      jobId: string
      workflowId: string
      paymentId: string | null
      /** What the run cost the operator. */
      costCents: number
      outcome: 'FAILED' | 'CANCELLED'
      /** Its owner cancelled it, and its recipe costs the operator money. */
      abandoned: boolean
      /** What all runs on that payment have cost by now, this one included. */
      spentCents: number
    },
  ) => Promise<void>)[]
  /** What a person may take along as their data. */
  dataExported: ((tx: TxCtx, news: { principalId: string }) => Promise<ExportedFile[]>)[]
  /** A username was chosen, or a visitor became an account: what shows the name follows. */
  handleChanged: ((tx: TxCtx, news: { principalId: string; handle: string }) => Promise<void>)[]
  /** Asked for one recipe or creation; undefined where it is not theirs to answer. */
  subjectSought: ((
    tx: TxCtx,
    news: { type: 'workflow' | 'creation'; id: string },
  ) => Promise<ModeratedSubject | undefined>)[]
  /** Hidden: nobody but owner and admins sees it, nor its media. */
  subjectHidden: ((
    tx: TxCtx,
    news: { type: 'workflow' | 'creation'; id: string; hidden: boolean },
  ) => Promise<void>)[]
  /** All that a banned person published goes out of sight, and comes back when the ban ends. */
  principalBanned: ((
    tx: TxCtx,
    news: { principalId: string; banned: boolean; at: Date },
  ) => Promise<void>)[]
  /** The file of a delivered creation, whoever may see it. */
  creationFileSought: ((tx: TxCtx, news: { creationId: string }) => Promise<string | undefined>)[]
  /** A stored file is about to be shown to everybody on its own; throws where it may not be. */
  publicationSought: ((tx: TxCtx, news: { mediaId: string }) => Promise<void>)[]
  /** Whether something of theirs shows this file to everybody. */
  fileShown: ((tx: TxCtx, news: { mediaId: string }) => Promise<boolean>)[]
  /** Of these files those that something of theirs still names. */
  fileNamed: ((tx: TxCtx, news: { mediaIds: string[] }) => Promise<string[]>)[]
  /** These creations can no longer be brought back: what was given for them goes too. */
  creationsForgotten: ((tx: TxCtx, news: { creationIds: string[] }) => Promise<void>)[]
  /** Whether an admin has been asked to judge what this private file belongs to. */
  judgementAsked: ((ctx: Ctx, news: { mediaId: string }) => Promise<boolean>)[]
  /** A file came in; called outside a transaction, with its small preview. */
  uploadReceived: ((
    ctx: Ctx,
    news: { preview: Uint8Array },
  ) => Promise<{ verdict: 'allow' | 'hold' | 'refuse'; verdictBy: string }>)[]
  /** The version of a recipe that the caller has paid for and not had yet. */
  purchaseSought: ((ctx: Ctx, news: { workflowId: string }) => Promise<number | undefined>)[]
  /** Counts shown on a profile. */
  profileCounted: ((
    tx: TxCtx,
    news: { principalId: string; own: boolean },
  ) => Promise<Partial<{ creations: number; workflows: number }>>)[]
}

export function createHooks(): Hooks {
  return {
    visitorClaimed: [],
    strandedSought: [],
    accountDeleted: [],
    creationDelivered: [],
    generationEnded: [],
    dataExported: [],
    handleChanged: [],
    subjectSought: [],
    subjectHidden: [],
    principalBanned: [],
    creationFileSought: [],
    publicationSought: [],
    fileShown: [],
    fileNamed: [],
    creationsForgotten: [],
    judgementAsked: [],
    uploadReceived: [],
    purchaseSought: [],
    profileCounted: [],
  }
}
