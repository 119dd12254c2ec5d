import type { DisputeView } from '@vignette/contract/disputes.ts'
import type { Ctx } from '../../ctx.ts'
import { changeNote } from './change-note.ts'

export function writeDisputeNote(ctx: Ctx, id: string, text: string): Promise<DisputeView> {
  return changeNote(ctx, id, { text })
}
