import { RECIPE } from '@vignette/contract/recipe-limits.ts'

type ReadText = { ok: true; document: object } | { ok: false; message: string }

/** The object that a draft's text holds, or why it holds none. */
export function readText(text: string): ReadText {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, message: `is no valid JSON: ${(error as Error).message}` }
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return { ok: true, document: value }
  }
  return { ok: false, message: 'must be an object' }
}

/** The recipe's name, where the text can be read; may be empty. */
export function findName(text: string): string | undefined {
  const read = readText(text)
  if (!read.ok) return undefined
  const { name } = read.document as { name?: unknown }
  return typeof name === 'string' ? name.trim().slice(0, RECIPE.nameMax).toWellFormed() : ''
}
