import { z } from 'zod'
import { CONTENT_POLICIES } from './content-policy.ts'
import { defineRoute } from './define-route.ts'
import { timestamp } from './entities.ts'
import { LEGAL_PAGES } from './setting-groups.ts'
import { CONSUMER_LAWS } from './withdrawal-words.ts'

export const providerView = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  available: z.boolean(),
  missing: z.string().nullable(),
  costs_operator: z.boolean(),
  approved_only: z
    .boolean()
    .describe('Only creators whom the operator approved may publish with it'),
  servers: z
    .array(
      z.object({
        name: z.string().describe('What a step names in `params.server`'),
        available: z.boolean(),
        queue: z.number().int().nullable().describe('Runs that it has; null while it is away'),
      }),
    )
    .optional()
    .describe('Of a provider with servers of the operator, to those who may publish with it'),
  functions: z.array(
    z.object({
      function_type: z.string(),
      title: z.string(),
      description: z.string(),
      output: z.enum(['image', 'video']),
      model: z.enum(['required', 'optional', 'none']),
      models: z
        .array(z.object({ id: z.string(), cents: z.number() }))
        .describe('Models by name, with the most that a run with the usual settings costs'),
      needs: z.object({
        prompt: z.enum(['required', 'optional', 'none']),
        first_image: z.enum(['required', 'optional', 'none']),
        last_image: z.enum(['required', 'optional', 'none']),
        videos: z.object({ min: z.number().int(), max: z.number().int() }),
      }),
      params: z.record(z.string(), z.unknown()).describe('JSON Schema'),
      varies: z
        .boolean()
        .optional()
        .describe('Chance decides what it makes, so that a step may make several: `count`'),
    }),
  ),
})
export type ProviderView = z.infer<typeof providerView>

export const listProviders = defineRoute('listProviders', {
  summary: 'Who can generate what, and what is missing for the rest',
  access: 'anyone',
  scope: 'any',
  answer: z.object({ providers: z.array(providerView).describe('All of this server') }),
})

export const healthcheck = defineRoute('healthcheck', {
  summary: 'Alive; with ready=1 also ready to serve',
  access: 'anyone',
  scope: 'any',
  query: z.object({ ready: z.string().max(10).optional() }),
  answer: z.object({
    status: z.enum(['ok', 'starting']),
    checks: z.record(z.string(), z.boolean()).optional(),
  }),
  rate: 'none',
})

const appConfig = z.object({
  sign_in: z.enum(['google', 'oidc', 'development', 'none']),
  sign_in_label: z.string(),
  payments: z.enum(['stripe', 'sandbox']),
  currency: z
    .string()
    .describe(
      'As Stripe writes it, such as usd. Every amount of this API, also where a field is named cents, is a whole number of its smallest unit',
    ),
  currency_decimals: z
    .number()
    .int()
    .describe('How many decimals a sum has: 2 means that 300 is 3.00, 0 that it is 300'),
  /** Prices include the buyer’s tax, and shares are of what is left after it. */
  prices_include_tax: z.boolean(),
  /** Whether a price that does not cover the card fee and the cost is refused, or only warned of. */
  price_floor: z.enum(['refuse', 'warn']),
  /** Who publishes: everybody, the signed-in, or creators whom the operator approved. */
  creator_access: z.enum(['open', 'signed-in', 'approved']),
  /** What carries letters from this server; with `none` there are no letters. */
  mail: z.enum(['smtp', 'inbox', 'none']),
  test_mode: z.boolean(),
  waitlist_url: z.string(),
  analytics_url: z.string(),
  analytics_key: z.string(),
  operator: z.string(),
  /** Null on a server that only listens on loopback. */
  contact: z.string().nullable(),
  minimum_age: z.number().int().describe('In years, as the terms say'),
  content_policy: z.enum(CONTENT_POLICIES).describe('Whether adult content is allowed'),
  consumer_law: z
    .enum(CONSUMER_LAWS)
    .describe('Whether buyers can withdraw, as the law of the European Union has it'),
  /** Whether buyers get invoices: the operator's address is set. */
  invoices: z.boolean(),
  terms_version: z.string(),
  public_url: z.string().nullable(),
  /** How long after the last payout the bank details of a deleted account are kept. */
  bank_details_years: z.number().int(),
})
export type AppConfig = z.infer<typeof appConfig>

export const getAppConfig = defineRoute('getAppConfig', {
  summary: 'What the web app needs to know of this server',
  access: 'anyone',
  scope: 'any',
  answer: appConfig,
})

export const getLegalText = defineRoute('getLegalText', {
  summary: 'What the operator wrote for a page of law, beside what the software says there',
  access: 'anyone',
  scope: 'any',
  params: z.object({ page: z.enum(LEGAL_PAGES) }),
  query: z.object({
    version: z.string().max(40).optional().describe('An earlier one of the terms'),
  }),
  answer: z.object({
    text: z.string().nullable().describe('Plain text or simple Markdown; null: nothing of its own'),
    since: timestamp.nullable(),
  }),
  errors: ['not_found'],
})
