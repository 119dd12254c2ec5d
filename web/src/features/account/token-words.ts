import type { Scope } from '@vignette/contract/account-limits.ts'

/** What each scope of an access token allows. */
export const TOKEN_MAY: Record<Scope, { short: string; whole: string }> = {
  run: { short: 'remix', whole: 'Remix recipes, and see what you made and bought' },
  'workflows:read': {
    short: 'read recipes',
    whole: 'Read recipes, and yours with their prompts and drafts',
  },
  'workflows:write': {
    short: 'change recipes',
    whole: 'Publish, change, test and take down your recipes',
  },
  'sales:read': { short: 'read sales', whole: 'Read your sales, earnings and statements' },
  webhooks: {
    short: 'webhooks',
    whole: 'Manage webhooks, and so have news of the account sent elsewhere',
  },
}
