import type { MediaView } from '@vignette/contract/entities.ts'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { definePort, defineSurvey } from '../../platform/wiring.ts'

/** What waits for the operators, of one kind. */
export interface Waiting {
  what: 'claims' | 'reports' | 'objections' | 'cases'
  count: number
  /** When the youngest of them was marked as told. */
  newest: Date
}

/** What a creator's letter says. */
export interface CreatorWords {
  creatorId: string
  handle: string
  paragraphs: string[]
  /** Where its button leads. */
  path: string
  label: string
  /** The picture beside it, and what it shows. */
  alt: string
  drawPicture(): Promise<LetterPicture | undefined>
}

/** A JPEG of at most 640 pixels. */
export interface LetterPicture {
  bytes: Buffer
  width: number
  height: number
}

export const noticePorts = {
  /**
   * The small picture that a letter about its reader's own creation shows, of a proof the marked one;
   * undefined where none may be shown. Asked when the letter is sent, outside a transaction.
   */
  picture: definePort<Ctx, { creationId: string; ownerId: string }, LetterPicture | undefined>(
    'notices.picture',
  ),
  /** Of these creations of one owner the pictures, and whether a proof of them still waits; those that are gone are left out. */
  ownPictures: definePort<
    Ctx,
    { creationIds: readonly string[]; ownerId: string },
    Map<string, { media: MediaView | null; waits: boolean }>
  >('notices.own-pictures'),
  /** What a creator's letter says; undefined once it may not go out any more. Asked when it is sent. */
  creatorWords: definePort<Ctx, { letterId: string }, CreatorWords | undefined>(
    'notices.creator-words',
  ),
  /** Marks what waits for the operators as told at this time, and answers all that waits; kinds of which nothing waits are left out. */
  waiting: defineSurvey<TxCtx, { at: Date }, Waiting[]>('notices.waiting'),
}
