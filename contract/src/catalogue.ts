import { z } from 'zod'
import { defineRoute, idParams } from './define-route.ts'
import { PAGE } from './limits.ts'
import { checkPage, cursor, limit, nextCursor } from './paging.ts'
import { category } from './recipe-document.ts'
import { workflowCard } from './workflows.ts'

export const listWorkflows = defineRoute('listWorkflows', {
  summary: 'The catalogue, a page at a time',
  access: 'anyone',
  scope: 'workflows:read',
  query: z
    .object({
      page: z.coerce.number().int().min(1).default(1),
      per_page: limit(PAGE.discover),
      cursor,
      sort_by: z
        .enum(['created_at', 'trending', 'popular', 'price'])
        .default('created_at')
        .describe(
          'trending: what most people kept in the last days, recent ones counting more; popular: most remixes in seven days',
        ),
      sort_order: z
        .string()
        .transform((s) => s.toUpperCase())
        .pipe(z.enum(['ASC', 'DESC']))
        .default('DESC'),
      q: z.string().trim().max(200).optional(),
      output_type: z.enum(['image', 'video', 'mp4', 'webm', 'mov']).optional(),
      price: z.enum(['free', 'paid']).optional(),
      category: category.optional(),
      tag: z
        .string()
        .trim()
        .min(1)
        .max(60)
        .optional()
        .describe('Capitals and accents count for nothing'),
      creator: z
        .string()
        .max(64)
        .optional()
        .describe('A handle or user_id; me for the caller’s own, hidden ones too'),
    })
    .superRefine(checkPage),
  answer: z.object({
    workflows: z.array(workflowCard),
    page: z.number().int().describe('As asked'),
    per_page: z.number().int(),
    total: z
      .number()
      .int()
      .describe(
        'May be a second old; from 1,000 on, where q, tag or creator is given, up to a minute',
      ),
    has_more: z.boolean(),
    next_cursor: nextCursor,
    kinds: z
      .array(z.object({ category, picture: z.string() }))
      .optional()
      .describe('On the first page: a small picture of each category that has one'),
    corrected_q: z
      .string()
      .nullable()
      .describe('What was searched for instead, where q was found nowhere'),
    popular_q: z
      .array(z.string())
      .optional()
      .describe(
        'Where nothing was found: words that find recipes and that many searched for lately',
      ),
  }),
  errors: ['validation_failed'],
})

export const listRelatedWorkflows = defineRoute('listRelatedWorkflows', {
  summary: 'Recipes whose samples look like this one’s, then popular ones of its category',
  access: 'anyone',
  scope: 'workflows:read',
  params: idParams,
  answer: z.object({ workflows: z.array(workflowCard).describe('At most eight') }),
  errors: ['not_found'],
})
