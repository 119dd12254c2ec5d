import { PRICE } from '@vignette/contract/money-limits.ts'
import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import { BODY } from '@vignette/contract/request-limits.ts'
import type { Ctx } from '../../ctx.ts'
import { findUnusable } from '../../platform/http/read-json.ts'
import type { DraftRow } from '../../schema/drafts.ts'
import { requireVisitor } from '../identity/index.ts'
import { type Fault, type Recipe, readUnfinished, refuseRecipe } from '../workflows/index.ts'
import { readText } from './rules.ts'

/** What a draft's text says; `timed` if the text itself names the time that a run takes. */
export interface ReadDraft {
  recipe: Recipe
  document: RecipeDocument
  timed: boolean
}

/** Refuses a text with faults. */
export function readDraft(ctx: Ctx, row: DraftRow): ReadDraft {
  const read = findReadable(ctx, row)
  if (read.ok) return read
  throw refuseRecipe(read.faults)
}

/** What a test of a draft runs, or its faults: a test needs no price. */
export function findTestable(ctx: Ctx, row: DraftRow): Readable {
  // Any price: a recipe that is to be sold may take longer than a free one.
  return findReadable(ctx, row, { price: PRICE.maxCents })
}

type Readable = ({ ok: true } & ReadDraft) | { ok: false; faults: Fault[] }

/** What the text says, or its faults; the owner and what the server knows are filled in. */
function findReadable(ctx: Ctx, row: DraftRow, filled: object = {}): Readable {
  const text = readText(row.text)
  const unreadable = text.ok ? findUnusable(text.document, BODY.documentDepth) : text.message
  if (!text.ok || unreadable) {
    return { ok: false, faults: [{ path: '', message: `The draft ${unreadable}` }] }
  }
  const read = readUnfinished(
    ctx,
    { ...filled, ...text.document },
    { user_id: requireVisitor(ctx).id },
  )
  return read.ok ? { ...read, timed: 'generation_time' in text.document } : read
}
