import type { TextReader } from './text-reader.ts'

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** The text of a quoted string; the reader stands at its first quote. */
export function readString(reader: TextReader): string {
  const from = reader.at
  let at = from + 1
  for (;;) {
    const code = reader.text.charCodeAt(at)
    if (code === QUOTE) break
    if (Number.isNaN(code) || code === LINE_FEED || code === RETURN) {
      reader.fail('a closing quote is missing', at)
    }
    if (code < 32) reader.fail('a text may not hold a tab or another control character', at)
    if (code === BACKSLASH) {
      ESCAPE.lastIndex = at
      const escape = ESCAPE.exec(reader.text)?.[0]
      if (escape === undefined) reader.fail('a backslash must be written twice', at)
      at += escape.length
    } else at += 1
  }
  reader.take(at + 1 - from)
  return JSON.parse(reader.text.slice(from, at + 1)) as string
}

const QUOTE = 34
const BACKSLASH = 92
const LINE_FEED = 10
const RETURN = 13
