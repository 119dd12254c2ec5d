import { nameCurrency } from '@vignette/contract/currency.ts'
import { formatDay } from '@vignette/contract/dates.ts'
import { type Html, html, htmlLines } from '@vignette/contract/html.ts'
import { formatCents } from '@vignette/contract/money.ts'
import type { Party, StatementRow } from '../../schema/payouts.ts'
import { renderPaper, renderTable } from './render-paper.ts'
import { type Makeup } from './rules-parts.ts'
import { type Line, PARTS, type Part } from './rules-statements.ts'

/** A longer statement prints its first lines alone. */
const LINES_SHOWN = 1_000

const PART_WORDS: Record<Part, string> = {
  sales: 'Sales, your part',
  refunds: 'Refunds, your part',
  disputes: 'Disputes, your part',
  commissions: 'Purchases by your link, your commission',
  free_runs: 'Free runs by your codes: what their rendering cost',
  payouts: 'Payouts',
  fees: 'Fees',
  adjustments: 'Adjustments',
}

const POSTING_WORDS: Partial<Record<string, string>> = {
  capture: 'Sale',
  refund: 'Refund',
  refund_failed: 'Refund sent back by the bank',
  dispute_opened: 'Dispute opened',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  dispute_raised: 'Dispute raised',
  dispute_lowered: 'Dispute lowered',
  dispute_reopened: 'Dispute opened again',
  free_run: 'Free run by your code',
  payout: 'Payout',
  transfer_refused: 'Payout not sent',
  payout_returned: 'Payout came back',
  payout_cost: 'Cost of a payout',
  reversal: 'Payout taken back',
  adjustment: 'Adjustment',
  bad_debt: 'Debt that is not asked back',
}

const monthName = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

function nameMonth(month: string): string {
  return monthName.format(new Date(`${month}-01T00:00:00Z`))
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** The statement as a page; `creator` and `party` are today's names, which are not sealed. */
export function renderStatement(
  row: StatementRow,
  {
    creator,
    party,
    lines,
    parts,
  }: {
    creator: string
    party: Party | null
    lines: readonly Line[]
    parts: readonly PaidPart[]
  },
): string {
  const { figures, payout, operator } = row
  const about =
    row.kind === 'month'
      ? `All that moved in ${nameMonth(row.month)} (UTC)`
      : `What moved up to the payout that arrived on ${formatDay(payout?.arrivedAt ?? row.madeAt.toISOString())}`
  return renderPaper({
    kind: 'statement',
    number: row.number,
    book: row.book,
    operator,
    facts: [
      about,
      `For ${party ? `${party.name}, ${creator}` : creator}, account ${row.principalId}`,
      ...(party ? party.address.split('\n') : []),
      ...(party?.vatId ? [`VAT id ${party.vatId}`] : []),
      `Made on ${formatDay(row.madeAt.toISOString())}, in ${nameCurrency()}`,
    ],
    body: htmlLines([
      ...(payout ? [renderPayout(row, parts)] : []),
      payout ? html`<h2>What moved since the payout before</h2>` : html`<h2>Summary</h2>`,
      renderTable(
        'Summary',
        [{ head: 'What' }, { head: 'Amount', amount: true }],
        [
          ['Opening balance', formatCents(row.opening)],
          ...PARTS.filter((part) => part === 'sales' || figures.parts[part] !== 0).map((part) => [
            part === 'sales'
              ? `${PART_WORDS.sales} of ${figures.salesCount} for which buyers paid ${formatCents(figures.buyersPaid)}`
              : PART_WORDS[part],
            formatCents(figures.parts[part]),
          ]),
        ],
        ['Closing balance', formatCents(row.closing)],
      ),
      ...(figures.recipes.length > 0 ? [renderWorkflows(row)] : []),
      renderLines(row, lines),
      ...notes(row).map((note) => html`<p class="quiet small">${note}</p>`),
      html`<p class="quiet small">SHA-256 of this statement’s CSV: <span class="hash">${row.sha256}</span></p>`,
    ]),
  })
}

const MAKEUP_WORDS: [keyof Omit<Makeup, 'salesCount' | 'sales' | 'returns'>, string][] = [
  ['refunds', 'Less what was refunded or disputed of these sales'],
  ['commissions', PART_WORDS.commissions],
  ['freeRuns', PART_WORDS.free_runs],
  ['adjustments', PART_WORDS.adjustments],
  ['owedBack', 'Less what was refunded or disputed after an earlier payout'],
  ['held', 'Less what had cleared and was held back'],
]

/** What the payout is made of, in lines that add up to it, and the sales that are in it. */
function renderPayout({ payout }: StatementRow, parts: readonly PaidPart[]): Html {
  if (!payout) return html``
  const { makeup, returned } = payout
  const came = makeup.returns - returned
  const columns = [{ head: 'What' }, { head: 'Amount', amount: true as const }]
  const facts = [
    ...(payout.sentAt ? [`Sent on ${formatDay(payout.sentAt)}.`] : []),
    ...(payout.arrivedAt ? [`Arrived on ${formatDay(payout.arrivedAt)}.`] : []),
    ...(payout.bankLast4 ? [`Bank account ending in ${payout.bankLast4}.`] : []),
    ...(payout.reference ? [`Reference ${payout.reference}.`] : []),
  ]
  const rows = [
    [`${makeup.salesCount} sales, your part`, formatCents(makeup.sales)],
    ...MAKEUP_WORDS.flatMap(([name, words]) =>
      makeup[name] === 0 ? [] : [[words, formatCents(makeup[name])]],
    ),
    ...(came === 0
      ? []
      : [[came > 0 ? 'Came back of an earlier payout' : 'Came back of it', formatCents(came)]]),
  ]
  return html`<h2>This payout</h2>
<p>${facts.join(' ')}</p>
${renderTable('This payout', columns, rows, ['Paid out', formatCents(payout.amount)])}
${renderParts(parts)}`
}

/** A sale as far as this payout paid it; below zero where it was refunded after an earlier one. */
export interface PaidPart {
  soldAt: Date | null
  recipe: string
  amount: number
}

function renderParts(parts: readonly PaidPart[]): Html | null {
  if (parts.length === 0) return null
  const rows = parts
    .slice(0, LINES_SHOWN)
    .map(({ soldAt, recipe, amount }) => [
      soldAt ? dayOf(soldAt) : '–',
      recipe,
      formatCents(amount),
    ])
  const more =
    parts.length > LINES_SHOWN
      ? html`<p class="quiet">The first ${LINES_SHOWN} of ${parts.length}; the CSV of your sales has all.</p>`
      : null
  return html`<h3>Sales in it, the oldest first</h3>
${renderTable(
  'Sales in it',
  [
    { head: 'Sold (UTC)', whole: true },
    { head: 'Recipe' },
    { head: 'Paid of your part', amount: true },
  ],
  rows,
)}${more}`
}

function renderWorkflows({ figures }: StatementRow): Html {
  return html`<h2>Recipes</h2>
${renderTable(
  'Recipes',
  [
    { head: 'Recipe' },
    { head: 'Sales', amount: true },
    { head: 'Buyers paid', amount: true },
    { head: 'Your part after refunds and disputes', amount: true },
  ],
  figures.recipes.map(({ name, sales, buyersPaid, amount }) => [
    name || 'A recipe',
    String(sales),
    formatCents(buyersPaid),
    formatCents(amount),
  ]),
)}`
}

function renderLines(row: StatementRow, lines: readonly Line[]): Html {
  if (lines.length === 0) return html``
  let balance = row.opening
  const rows = lines.slice(0, LINES_SHOWN).map((line) => {
    balance += line.amount
    return [
      dayOf(line.postedAt),
      `${line.part === 'commissions' ? 'Commission: ' : ''}${POSTING_WORDS[line.posting] ?? 'Other'}`,
      line.recipe || (line.payoutId ? `Payout ${line.payoutId}` : '–'),
      formatCents(line.amount),
      formatCents(balance),
    ]
  })
  const more =
    lines.length > LINES_SHOWN
      ? html`<p class="quiet">The first ${LINES_SHOWN} of ${lines.length} lines; the CSV has all.</p>`
      : null
  return html`<h2>Lines</h2>
${renderTable(
  'Lines',
  [
    { head: 'Day (UTC)', whole: true },
    { head: 'What' },
    { head: 'Recipe or payout' },
    { head: 'Amount', amount: true },
    { head: 'Balance', amount: true },
  ],
  rows,
)}${more}`
}

function notes({ operator }: StatementRow): string[] {
  return [
    'The balance counts what is cleared and what still clears. No tax was withheld. What changes later stands on the next statement: this one stays as it is.',
    ...(operator.address
      ? [
          'The operator named above sells to the buyers and needs your invoice for your part of these sales.',
        ]
      : []),
  ]
}
