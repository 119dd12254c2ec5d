import type { Ctx, TxCtx } from '../../ctx.ts'
import type { ZipEntry } from '../../platform/http/write-zip.ts'
import { definePort, defineSurvey } from '../../platform/wiring.ts'

/** A file of a person's export. */
export type ExportedFile = ZipEntry

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
  /** How many notices a person has not read; only their kinds tell which of them are shown as such. */
  unreadNotices: definePort<Ctx, { principalId: string }, number>('identity.unread-notices'),
  /** Asked at the end of a deletion: what stays here for the person, such as money. */
  leftBehind: defineSurvey<TxCtx, { principalId: string }, LeftBehind | null>(
    'identity.left-behind',
  ),
}
