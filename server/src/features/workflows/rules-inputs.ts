import { checkInput } from '@vignette/contract/check-input.ts'
import type { UserInputs } from '@vignette/contract/creations.ts'
import { findSizeFault } from '@vignette/contract/image-size.ts'
import { rulesOf } from '@vignette/contract/input-types.ts'
import type { PatternMatcher } from '@vignette/contract/input-values.ts'
import type { UploadKind } from '@vignette/contract/upload-limits.ts'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'
import type { Fault, Recipe } from './rules-recipe.ts'

/** A file in the call: the id or address of the caller's own upload. */
interface MediaReference {
  key: string
  kind: UploadKind
  reference: string
  /** The input takes several, so its value is a list. */
  several: boolean
}

type CheckedInputs =
  | { ok: true; texts: Record<string, string>; media: MediaReference[] }
  | { ok: false; faults: Fault[] }

/** Checks the caller's values against the workflow's inputs; messages are the specification's. */
export function checkInputs(
  recipe: Pick<Recipe, 'inputs'>,
  given: UserInputs,
  matches: PatternMatcher,
): CheckedInputs {
  const faults: Fault[] = []
  const texts: Record<string, string> = {}
  const media: MediaReference[] = []
  for (const input of recipe.inputs) {
    const value = given[input.key] ?? given[input.name] ?? input.value
    const read = checkInput(input, value, matches)
    const { brings } = rulesOf(input)
    if (read.is === 'fault') faults.push(faultOf(input, read.message))
    else if (read.is === 'files' && brings !== 'text') {
      const about = { key: input.key, kind: brings, several: input.max_files !== undefined }
      media.push(...read.references.map((reference) => ({ ...about, reference })))
    } else if (brings === 'text') texts[input.key] = read.is === 'text' ? read.text : ''
  }
  const known = new Set(recipe.inputs.flatMap((input) => [input.key, input.name]))
  for (const key of Object.keys(given)) {
    if (!known.has(key))
      faults.push({ path: `user_inputs.${key}`, message: `"${key}" is no input of this recipe` })
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, texts, media }
}

/**
 * The image uploader's check of an uploaded picture's size. A picture of the fixed size that its
 * workflow asks for passes, however small.
 */
export function findUploadFault(
  input: Pick<WorkflowInput, 'image_size'> | undefined,
  file: { kind: string; origin: string; width: number | null; height: number | null },
): string | null {
  if (file.kind !== 'image' || file.origin !== 'upload' || input?.image_size) return null
  return findSizeFault(file)
}

function faultOf(input: WorkflowInput, message: string): Fault {
  return { path: `user_inputs.${input.key}`, message: `${input.display_name}: ${message}` }
}
