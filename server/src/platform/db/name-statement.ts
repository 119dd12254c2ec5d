import { createHash } from 'node:crypto'

/** A statement kept by name costs each connection some memory in PostgreSQL. */
const MOST_NAMES = 300
const MOST_TEXTS = 3_000

const seen = new Set<string>()
const names = new Map<string, string>()

/** Made from its text, so that two processes behind one pooler mean the same by it. */
export function nameStatement(text: string): string {
  return createHash('sha1').update(text).digest('base64url')
}

/** A name for a statement that is sent again, so that PostgreSQL plans it once for each connection. */
export function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (!seen.has(text)) {
    // Several statements in one text can only be sent as they are.
    if (seen.size < MOST_TEXTS && !text.includes(';')) seen.add(text)
    return undefined
  }
  if (names.size >= MOST_NAMES) return undefined
  const name = nameStatement(text)
  names.set(text, name)
  return name
}
