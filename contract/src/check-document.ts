import './without-eval.ts'
import { z } from 'zod'
import { recipeDocument } from './recipe-document.ts'
import { findShapeFaults, type ShapeFault } from './shape-faults.ts'

/** For the editor only, which loads zod in its own chunk. */
export const documentSchema = z.toJSONSchema(recipeDocument, { io: 'input' })

/** The server fills these fields in where a draft leaves them out. */
const draftDocument = recipeDocument.partial({ user_id: true, cost: true, generation_time: true })

/** Faults in the shape of a recipe's document, worded for its author. */
export function checkDocument(value: unknown, isDraft = false): ShapeFault[] {
  return findShapeFaults(isDraft ? draftDocument : recipeDocument, value)
}
