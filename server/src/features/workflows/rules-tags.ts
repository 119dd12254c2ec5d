import { TAGS } from '@vignette/contract/categories.ts'
import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import { foldAccents } from '../../platform/fold-accents.ts'
import type { Fault } from './rules-recipe.ts'

/** The tags as they are kept: folded, each once; a field left empty is no tag. */
export function readTags(document: RecipeDocument, faults: Fault[]): string[] {
  const tags = (document.tags ?? []).flatMap((text, at) => {
    if (text.trim() === '') return []
    const tag = foldTag(text)
    const path = `tags[${at}]`
    if (tag === '') faults.push({ path, message: 'must hold letters or digits' })
    if (tag.length > TAGS.longest) {
      faults.push({ path, message: `must be at most ${TAGS.longest} characters` })
    }
    return [tag]
  })
  return [...new Set(tags)]
}

/** “Film Noir”, “film-noir” and “#Film noir” are one tag. */
export function foldTag(text: string): string {
  return (foldAccents(text.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? []).join('-')
}
