import { matchText } from './match-text.ts'
import type { TextCheck } from './spec.ts'

/** Finds listed words and phrases exactly, and nothing else. */
const wordRules: TextCheck = {
  id: 'word-rules',
  async check(_ctx, fields) {
    return fields.flatMap(({ path, text }) =>
      matchText(text).map(({ rule, words }) => ({
        path,
        text,
        category: rule.category,
        rule: rule.id,
        words,
        together: rule.groups.length > 1,
      })),
    )
  },
}

export const TEXT_CHECKS: readonly TextCheck[] = [wordRules]
