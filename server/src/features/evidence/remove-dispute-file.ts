import type { DisputeView } from '@vignette/contract/disputes.ts'
import type { Ctx } from '../../ctx.ts'
import { changeNote } from './change-note.ts'

export function removeDisputeFile(ctx: Ctx, id: string): Promise<DisputeView> {
  return changeNote(ctx, id, { file: null, fileName: null, fileType: null })
}
