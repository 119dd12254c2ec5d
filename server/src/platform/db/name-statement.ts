import { createHash } from 'node:crypto'

/** A statement kept by name costs each connection some memory in PostgreSQL. */
const MOST_NAMES = 300
const MOST_TEXTS = 3_000

/** Made from its text, so that two processes behind one pooler mean the same by it. */
export function nameStatement(text: string): string {
  return createHash('sha1').update(text).digest('base64url')
}

/** Answers the name of a statement that is sent again, so that PostgreSQL plans the statement once for each connection. */
export type StatementNames = (text: string) => string | undefined

/** The names of one pool of connections. */
export function createStatementNames(): StatementNames {
  const seen = new Set<string>()
  const names = new Map<string, string>()
  return (text) => {
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
}
