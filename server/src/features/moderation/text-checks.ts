import { matchText } from './match-text.ts'
import type { TextCheck } from './spec.ts'

/** Words and phrases; exact about what it knows, blind to the rest. */
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
