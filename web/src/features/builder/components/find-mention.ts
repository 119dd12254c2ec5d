/** A reference that is being typed: what is written after `{{` or `/`, and where that begins. */
interface Mention {
  from: number
  typed: string
}

/** The begun reference before the caret, if any. A slash counts only at the start of a word. */
export function findMention(text: string, caret: number): Mention | undefined {
  const match = /(\{\{\s*|(?<=^|\s)\/)([A-Za-z0-9_-]*)$/.exec(text.slice(0, caret))
  return match ? { from: match.index, typed: match[2] ?? '' } : undefined
}

interface Edited {
  text: string
  caret: number
}

/** Writes a whole reference in place of the begun one, or at the caret. */
export function insertReference(text: string, caret: number, name: string): Edited {
  const from = findMention(text, caret)?.from ?? caret
  const rest = text.slice(caret).replace(/^\s*\}\}/, '')
  const before = text.slice(0, from)
  const written = `{{${name}}}`
  return { text: `${before}${written}${rest}`, caret: before.length + written.length }
}

/** Removes the whole reference that ends at the caret; undefined where none does. */
export function removeReferenceBefore(text: string, caret: number): Edited | undefined {
  const match = /\{\{[^{}]*\}\}$/.exec(text.slice(0, caret))
  if (!match) return undefined
  return { text: text.slice(0, match.index) + text.slice(caret), caret: match.index }
}
