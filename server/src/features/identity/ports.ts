import type { Readable } from 'node:stream'
import type { UserView } from '@vignette/contract/identity.ts'
import type { Ctx, TxCtx } from '../../ctx.ts'
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
  /** Principals who still own work that a claim, a deletion or a ban should have moved or ended. */
  orphanedOwners: defineSurvey<Ctx, undefined, string[]>('identity.orphaned-owners'),
  /** The files of a person's data export. */
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
