import type { Readable } from 'node:stream'
import type { UserView } from '@vignette/contract/identity.ts'
import type { Ctx, TxCtx } from '../../ctx.ts'
import { defineSurvey } from '../../platform/wiring/define-port.ts'

/** A file of what a person may take along; what is large is opened only when its turn comes. */
export type ExportedFile =
  | { name: string; content: string | Buffer }
  | { name: string; open: () => Promise<Readable> }

export const identityPorts = {
  /** Principals who still own what a sign-in, a deletion or a ban should have moved or ended. */
  orphanedOwners: defineSurvey<Ctx, undefined, string[]>('identity.orphaned-owners'),
  /** What a person may take along as their data. */
  exportedFiles: defineSurvey<TxCtx, { principalId: string }, ExportedFile[]>(
    'identity.exported-files',
  ),
  /** Counts shown on a profile. */
  profileCounts: defineSurvey<
    TxCtx,
    { principalId: string; own: boolean },
    Partial<UserView['counts']>
  >('identity.profile-counts'),
}
