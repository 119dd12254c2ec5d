import { meaningsOf } from './meanings.ts'
import type { Token } from './tokens.ts'

interface Phrase {
  text: string
  key: string
  long: number
  known: boolean
}

/** The longest phrase from `at` that names scenery; without one, the single word. */
export function scenePhrase(tokens: Token[], at: number): Phrase {
  for (const long of [3, 2, 1]) {
    const slice = tokens.slice(at, at + long)
    const key = slice.map((one) => one.low).join('-')
    if (slice.length === long && meaningsOf(key).scene)
      return { text: slice.map((one) => one.text).join(' '), key, long, known: true }
  }
  return { text: tokens[at]?.text ?? '', key: tokens[at]?.low ?? '', long: 1, known: false }
}
