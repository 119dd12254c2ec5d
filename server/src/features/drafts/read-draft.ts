import { BODY } from '@vignette/contract/limits.ts'
import type { RecipeDocument } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { findUnusable } from '../../platform/http/check-text.ts'
import { requireVisitor } from '../identity/index.ts'
import { type Recipe, readUnfinished, refuseRecipe } from '../workflows/index.ts'
import { readText } from './rules.ts'
import type { DraftRow } from './tables.ts'

/** What a draft's text says; `timed` if the text itself names the time that a run takes. */
export interface ReadDraft {
  recipe: Recipe
  document: RecipeDocument
  timed: boolean
}

/** Refuses a text with faults; the owner and what the server knows are filled in. */
export function readDraft(ctx: Ctx, row: DraftRow): ReadDraft {
  const text = readText(row.text)
  if (!text.ok) throw refuseRecipe([{ path: '', message: `The draft ${text.message}` }])
  const unusable = findUnusable(text.document, BODY.documentDepth)
  if (unusable) throw refuseRecipe([{ path: '', message: `The draft ${unusable}` }])
  const read = readUnfinished(ctx, text.document, { user_id: requireVisitor(ctx).id })
  if (!read.ok) throw refuseRecipe(read.faults)
  const { recipe, document } = read
  return { recipe, document, timed: 'generation_time' in text.document }
}
