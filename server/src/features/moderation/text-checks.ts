import { matchText } from './match-text.ts'
import type { TextCheck } from './spec.ts'

/** Finds listed words and phrases exactly, and nothing else. */
const wordRules: TextCheck = {
  id: 'word-rules',
  async check(_ctx, fields) {
    return fields.flatMap(({ path, text }) =>
      matchText(text).map((rule) => ({
        path,
        category: rule.category,
        rule: rule.id,
        says: rule.says,
      })),
    )
  },
}

export const TEXT_CHECKS: readonly TextCheck[] = [wordRules]
