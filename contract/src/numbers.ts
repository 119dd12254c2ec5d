import { z } from 'zod'
import { defineRoute, idParams } from './define-route.ts'
import { cents } from './entities.ts'
import { DAYS_SHOWN_MOST, FEW_PEOPLE, NUMBER_RANGES } from './number-limits.ts'
import { DECLINE_REASONS } from './proof-limits.ts'

const count = z.number().int()
const people = z
  .number()
  .int()
  .nullable()
  .describe(`Distinct visitors of each day, summed; null for fewer than ${FEW_PEOPLE}`)

const some = count.nullable().describe(`Distinct people; null for fewer than ${FEW_PEOPLE}`)

const money = {
  sales: count.describe('Charged sales'),
  earned: cents.describe('The creator’s share after refunds and disputes, as the ledger has it'),
}
const actions = {
  runs: count.describe('Without tests and the creator’s own'),
  delivered: count,
  checkouts: count,
  authorized: count,
  paid: cents.describe('By buyers, before refunds'),
  refunded: cents,
  disputed: cents.describe('Held or kept by banks'),
  ...money,
}
const visits = {
  visits: count
    .nullable()
    .describe('A page opened again within 30 minutes is one visit; null where visitors is'),
  visitors: people,
}

const numberDay = z.object({ day: z.string(), visitors: people, runs: count, ...money })

const numberHealth = z.object({
  name: z.string().describe('2026-11-23, or 2026-11 for a month'),
  delivered_percent: count
    .nullable()
    .describe(`Null where the runs of fewer than ${FEW_PEOPLE} people ended`),
  p95: z
    .number()
    .nullable()
    .describe(`Seconds; null where fewer than ${FEW_PEOPLE} people were delivered to`),
})

export const numberSource = z.object({
  source: z
    .string()
    .describe(
      'direct, site, front, discover, search, storefront, creation, api, unknown, or link:, embed:, tag:, host: with a name',
    ),
  ...visits,
  runs: count,
  delivered: count,
  ...money,
})
export type NumberSource = z.infer<typeof numberSource>

export const numbers = z.object({
  currency: z.string(),
  test_mode: z.boolean(),
  /** The first and the last day (UTC). */
  from: z.string(),
  to: z.string(),
  total: z.object({
    ...visits,
    ...actions,
    free_runs: cents.describe(
      'What free runs by codes took from the balance, on top of earned, as the ledger has it',
    ),
  }),
  /** The same number of days before; null for `all`. */
  before: z.object({ visitors: people, runs: count, ...money }).nullable(),
  form: z
    .object({
      began: people.describe('Did something in the form, or saw its summary'),
      finished: people.describe('Saw the summary of the form'),
    })
    .nullable()
    .describe(
      'Distinct browsers of each day, summed, as they tell; null where they tell another collector',
    ),
  shares: z
    .object({ people: people.describe('Shared a recipe, or a creation of it') })
    .nullable()
    .describe(
      'Counted as in form, without the creator; null where browsers tell another collector',
    ),
  days: z.array(numberDay).describe('Every day of the range, oldest first'),
  before_days: z.array(cents).describe('Earned on each day of the time before'),
  sources: z.array(numberSource).describe('What brought most visitors, sales and runs, at most 50'),
  times: z
    .object({
      delivered_percent: count.nullable(),
      p50: z.number().nullable(),
      p95: z.number().nullable(),
    })
    .describe('Of runs that ended in the range: percent delivered, and seconds of work'),
  health: z
    .array(numberHealth)
    .describe(
      `The same of each day on which a run ended, or of each month in more than ${DAYS_SHOWN_MOST} days, oldest first`,
    ),
  after: z
    .object({
      shown: count.describe('Delivered in the range and public now'),
      remixed: count.describe('Delivered in the range, made from another creation'),
      buyers: some,
      again: some.describe('Of them: bought a second time within 30 days'),
    })
    .describe('What became of what was made, without the creator’s own'),
})
export type Numbers = z.infer<typeof numbers>

const numberVersion = z.object({
  version: count,
  ...visits,
  runs: count,
  delivered: count,
  ...money,
  refunded: cents,
})

const workflowTotal = z.object({
  id: z.string(),
  name: z.string(),
  ...visits,
  runs: count,
  ...money,
})

const numberChoice = z.object({
  key: z.string(),
  name: z.string(),
  options: z.array(
    z.object({
      value: z.string(),
      label: z.string(),
      times: count.nullable().describe(`Runs; null for fewer than ${FEW_PEOPLE} people`),
    }),
  ),
})
export type NumberChoice = z.infer<typeof numberChoice>

const numberDecline = z.object({
  reason: z.enum(DECLINE_REASONS),
  times: count.nullable().describe(`Null for fewer than ${FEW_PEOPLE} people`),
})
export type NumberDecline = z.infer<typeof numberDecline>

const numberLeaving = z.object({
  name: z.string().describe('Of the input'),
  people: count,
  of: count.describe('Who began the form of this version'),
})
export type NumberLeaving = z.infer<typeof numberLeaving>

const query = z.object({ range: z.enum(NUMBER_RANGES).default('30') })

export const getWorkflowNumbers = defineRoute('getWorkflowNumbers', {
  summary: 'How one’s own recipe does: visitors, runs and money by day, source and version',
  access: 'visitor',
  scope: 'sales:read',
  params: idParams,
  query,
  answer: numbers.extend({
    versions: z.array(numberVersion),
    leaving: numberLeaving
      .nullable()
      .describe('The step of the live version that most left at, without seeing the summary'),
    declines: z
      .array(numberDecline)
      .describe('What buyers said was wrong with proofs that they did not keep'),
    choices: z.array(numberChoice).describe('Of the live version; what people typed is not read'),
  }),
  errors: ['not_found', 'forbidden', 'validation_failed'],
})

export const getStudioNumbers = defineRoute('getStudioNumbers', {
  summary: 'How all of the caller’s recipes do together, and each of them',
  access: 'visitor',
  scope: 'sales:read',
  query,
  answer: numbers.extend({
    recipes: z.array(workflowTotal).describe('Those with any visit, run or sale, at most 100'),
  }),
  errors: ['validation_failed'],
})
