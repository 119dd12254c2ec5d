import { formatCents } from '@vignette/contract/money.ts'
import type { OwnWorkflowRow } from '@vignette/contract/own-workflows.ts'
import type { UnpaidReason } from '@vignette/contract/payout-words.ts'
import type { Answer } from '../../../lib/client.ts'
import { formatLongDate } from '../../../lib/dates.ts'
import type { LinkProps } from '../../../ui/link.tsx'
import type { WaitingCase } from '../api.ts'
import { failsOften } from '../own-workflows/describe-workflow.ts'

interface Todo {
  key: string
  words: string
  to: LinkProps['to']
  action: string
}

type Dispute = Answer<'listDisputes'>['disputes'][number]
type Line = Answer<'getPayouts'>['lines'][number]

const HOUR_MS = 3_600_000

/** The time that is left, as a phrase. */
function timeLeft(until: string, now: Date): string {
  const hours = Math.floor((Date.parse(until) - now.getTime()) / HOUR_MS)
  if (hours < 1) return 'less than an hour left'
  if (hours < 72) return hours === 1 ? '1 hour left' : `${hours} hours left`
  return `${Math.floor(hours / 24)} days left`
}

/** Reasons that only the creator can end. */
const ACCOUNT_REASONS: Partial<Record<UnpaidReason, string>> = {
  account_missing: 'waits for a payout account',
  account_restricted: 'waits until your payout account is complete',
  account_refused: 'waits for another payout account: yours was refused',
  bank_refused: 'was refused by your bank: correct the bank details',
}

/** What waits for the creator, the most urgent first. */
export function findTodos(
  asked: {
    cases: WaitingCase[]
    disputes: Dispute[]
    recipes: OwnWorkflowRow[]
    lines: Line[]
  },
  now: Date,
): Todo[] {
  const { cases, disputes, recipes, lines } = asked
  return [
    ...cases
      .toSorted((a, b) => a.answer_by.localeCompare(b.answer_by))
      .map(
        (view): Todo => ({
          key: view.id,
          words: `A buyer of “${view.workflow_name}” waits for your answer: ${timeLeft(view.answer_by, now)}.`,
          to: '/studio/sales/cases',
          action: 'Answer',
        }),
      ),
    ...disputes.flatMap((dispute): Todo[] =>
      dispute.no_note === null && !dispute.note && dispute.note_until
        ? [
            {
              key: dispute.id,
              words: `A bank asks about ${formatCents(dispute.amount)} for “${dispute.recipe}”: write a note by ${formatLongDate(dispute.note_until)}.`,
              to: '/studio/sales/disputes',
              action: 'Write a note',
            },
          ]
        : [],
    ),
    ...recipes.flatMap((recipe): Todo[] =>
      recipe.failing && recipe.state !== 'taken_down'
        ? [
            {
              key: `${recipe.id} failing`,
              words: `“${recipe.name}” rests, because its last remixes failed: one test that delivers opens it again.`,
              to: `/studio/recipes/${recipe.id}`,
              action: 'See why',
            },
          ]
        : [],
    ),
    ...recipes.flatMap((recipe): Todo[] =>
      !recipe.failing && recipe.state !== 'taken_down' && failsOften(recipe)
        ? [
            {
              key: recipe.id,
              words: `“${recipe.name}” fails often: ${recipe.delivered_30d_percent}% of its live version’s remixes of 30 days were delivered.`,
              to: `/studio/recipes/${recipe.id}?tab=runs`,
              action: 'See why',
            },
          ]
        : [],
    ),
    ...lines.flatMap(({ reason, amount }): Todo[] => {
      const words = ACCOUNT_REASONS[reason]
      return words && amount > 0
        ? [
            {
              key: reason,
              words: `${formatCents(amount)} ${words}.`,
              to: '/studio/money',
              action: 'Open your money',
            },
          ]
        : []
    }),
  ]
}
