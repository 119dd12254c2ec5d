import type { Readable } from 'node:stream'
import type { UserView } from '@vignette/contract/identity.ts'
import type { TxCtx } from '../../ctx.ts'
import { defineSurvey } from '../../platform/wiring.ts'

/** A file of a person's export; a large file is opened only when its turn comes. */
export type ExportedFile =
  | { name: string; content: string | Buffer }
  | { name: string; open: () => Promise<Readable> }

/** What a deleted account leaves behind, and the way to it. */
export interface LeftBehind {
  /** Whole sentences. */
  words: string[]
  link: string | null
}

export const identityPorts = {
  /** The files of a person's export that are more than the rows of one table. */
  exportedFiles: defineSurvey<TxCtx, { principalId: string }, ExportedFile[]>(
    'identity.exported-files',
  ),
  /** The counts on a profile. */
  profileCounts: defineSurvey<
    TxCtx,
    { principalId: string; own: boolean },
    Partial<UserView['counts']>
  >('identity.profile-counts'),
  /** Asked at the end of a deletion: what stays here for the person, such as money. */
  leftBehind: defineSurvey<TxCtx, { principalId: string }, LeftBehind | null>(
    'identity.left-behind',
  ),
}
