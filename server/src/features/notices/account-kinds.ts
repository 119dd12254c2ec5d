import { defineKind } from './kind.ts'

/** News for an account about neither its purchases nor its sales. */
export const ACCOUNT_KINDS = {
  new_workflow: defineKind<{ handle: string; recipe: string; workflowId: string }>({
    group: 'account',
    feedOnly: true,
    title: ({ handle, recipe }) => `New from @${handle}: “${recipe}”`,
    body: () => ['You are told because you follow its creator.'],
    link: ({ workflowId }) => ({ path: `/workflows/${workflowId}`, label: 'Open the recipe' }),
  }),
  hidden: defineKind<{ title: string; path: string; reason: string }>({
    group: 'account',
    title: ({ title }) => `“${title}” is hidden`,
    body: ({ reason }) => [
      `It was reported (${reason}), and a person decided to hide it. You still see it; other people do not.`,
      'If you think that this is wrong, write to the operator and say why.',
    ],
    link: ({ path }) => ({ path, label: 'Open the page' }),
  }),
} as const
