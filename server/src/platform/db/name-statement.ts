import { createHash } from 'node:crypto'

/** Each named statement costs every connection memory in PostgreSQL. */
const MOST_NAMES = 300
const MOST_TEXTS = 3_000

/** A hash of the text, so that two processes behind one connection pooler use the same name. */
export function nameStatement(text: string): string {
  return createHash('sha1').update(text).digest('base64url')
}

/** Names a statement from its second use on, so that PostgreSQL plans the statement once per connection. */
export type StatementNames = (text: string) => string | undefined

/** The statement names of one connection pool. */
export function createStatementNames(): StatementNames {
  const seen = new Set<string>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known) return known
    if (!seen.has(text)) {
      // PostgreSQL cannot prepare several statements in one text.
      if (seen.size < MOST_TEXTS && !text.includes(';')) seen.add(text)
      return undefined
    }
    if (names.size >= MOST_NAMES) return undefined
    const name = nameStatement(text)
    names.set(text, name)
    return name
  }
}
