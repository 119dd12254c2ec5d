import { formatDay } from '@vignette/contract/dates.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { renderPaper, renderTable } from './render-paper.ts'
import { type Line, PARTS, type Part } from './rules.ts'
import type { StatementRow } from './tables.ts'

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

/** The statement as a page; `creator` is today's name, which is not sealed. */
export function renderStatement(
  row: StatementRow,
  { creator, lines }: { creator: string; lines: readonly Line[] },
): string {
  const { figures, paid, operator } = row
  const about =
    row.kind === 'month'
      ? `All that moved in ${nameMonth(row.month)} (UTC)`
      : `What moved up to the payout that arrived on ${formatDay(paid?.arrivedAt ?? row.madeAt.toISOString())}`
  return renderPaper({
    title: `Statement ${row.number}`,
    test:
      row.book === 'live' ? null : 'Test money: no buyer was charged, and no bank got anything.',
    operator,
    facts: [
      about,
      `For ${creator}, account ${row.principalId}`,
      `Made on ${formatDay(row.madeAt.toISOString())}, in US dollars`,
    ],
    body: [
      ...(paid ? [renderPayout(row)] : []),
      '<h2>Summary</h2>',
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
      ...notes(row).map((note) => `<p class="quiet small">${note}</p>`),
      `<p class="quiet small">SHA-256 of this statement’s CSV: <span class="hash">${row.sha256}</span></p>`,
    ].join('\n'),
  })
}

function renderPayout({ paid }: StatementRow): string {
  const facts = [
    ['Paid out', formatCents(paid?.amount ?? 0)],
    ...(paid?.sentAt ? [['Sent', formatDay(paid.sentAt)]] : []),
    ...(paid?.arrivedAt ? [['Arrived', formatDay(paid.arrivedAt)]] : []),
    ...(paid?.reference ? [['Reference', paid.reference]] : []),
  ]
  const columns = [{ head: 'Payout' }, { head: 'Value', amount: true as const }]
  return `<h2>Payout</h2>\n${renderTable('Payout', columns, facts)}`
}

function renderWorkflows({ figures }: StatementRow): string {
  return `<h2>Recipes</h2>
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

function renderLines(row: StatementRow, lines: readonly Line[]): string {
  if (lines.length === 0) return ''
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
      ? `<p class="quiet">The first ${LINES_SHOWN} of ${lines.length} lines; the CSV has all.</p>`
      : ''
  return `<h2>Lines</h2>
${renderTable(
  'Lines',
  [
    { head: 'Day (UTC)' },
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
