import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { cents } from './entities.ts'
import { FEW_PEOPLE } from './number-limits.ts'

export const getReferrals = defineRoute('getReferrals', {
  summary: 'The caller’s link for new buyers, and what it has earned',
  access: 'user',
  answer: z.object({
    currency: z.string(),
    test_mode: z.boolean(),
    /** The address to pass on; `/r/{recipe}` with the same query leads to a recipe. */
    link: z.string(),
    percent: z.number().int(),
    days: z.number().int(),
    /** Browsers that opened the link for the first time. */
    clicks: z.number().int(),
    buyers: z
      .number()
      .int()
      .nullable()
      .describe(`People who bought by the link; null for fewer than ${FEW_PEOPLE}, but 0`),
    pending: cents,
    available: cents,
    paid: cents.describe('What was paid out, or made up for what was owed back'),
  }),
  errors: ['unauthenticated'],
})
