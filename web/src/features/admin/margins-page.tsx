import { useMutation, useQuery } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { useState } from 'react'
import { apiQuery } from '../../lib/api.ts'
import { readReason } from '../../lib/api-error.ts'
import type { Answer } from '../../lib/client.ts'
import { saveAnswer } from '../../lib/save-file.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Input, Select } from '../../ui/field.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toastError } from '../../ui/toast.tsx'
import { AdminShell } from './components/admin-shell.tsx'

type Board = Answer<'getMargins'>
type Row = Board['rows'][number]
type By = Board['by']

const BY: { value: By; label: string }[] = [
  { value: 'workflow', label: 'Recipe' },
  { value: 'provider', label: 'Provider' },
  { value: 'day', label: 'Day (UTC)' },
]
const DAYS = [7, 30, 90, 365]
const DAY_MS = 86_400_000
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

export function AdminMarginsPage() {
  const [by, setBy] = useState<By>('workflow')
  const [days, setDays] = useState('30')
  const [own, setOwn] = useState({ from: dayBefore(29), to: dayBefore(0) })
  const span = days === 'own' ? own : { from: dayBefore(Number(days) - 1), to: dayBefore(0) }
  const saving = useMutation({
    mutationFn: () =>
      saveAnswer('exportMargins', { query: { ...span, by } }, `margins-by-${by}.csv`),
    onError: (error) =>
      toastError(readReason(error, 'The file could not be saved. Please try again.')),
  })
  return (
    <AdminShell title="Margins" call="getMargins">
      <p className="max-w-prose text-muted">
        What buyers paid and did not get back, who got what of it, and what is left for you, as the
        ledger has it.
      </p>
      <div className="mt-5 flex flex-wrap items-end gap-3">
        <Select
          label="By"
          options={BY}
          value={by}
          onChange={({ target }) =>
            setBy(BY.find(({ value }) => value === target.value)?.value ?? 'workflow')
          }
        />
        <Select
          label="Time"
          options={[
            ...DAYS.map((count) => ({ value: String(count), label: `Last ${count} days` })),
            { value: 'own', label: 'From a day to a day' },
          ]}
          value={days}
          onChange={({ target }) => setDays(target.value)}
        />
        {days === 'own' && (
          <>
            <Input
              label="First day"
              type="date"
              value={own.from}
              max={own.to}
              onChange={({ target }) => target.value && setOwn({ ...own, from: target.value })}
            />
            <Input
              label="Last day"
              type="date"
              value={own.to}
              min={own.from}
              onChange={({ target }) => target.value && setOwn({ ...own, to: target.value })}
            />
          </>
        )}
        <Button kind="secondary" busy={saving.isPending} onClick={() => saving.mutate()}>
          Save as CSV
        </Button>
      </div>
      <Margins by={by} span={span} />
    </AdminShell>
  )
}

function Margins({ by, span }: { by: By; span: { from: string; to: string } }) {
  const query = useQuery(apiQuery('getMargins', { query: { ...span, by } }))
  return (
    <div className="mt-8">
      <QueryState
        query={query}
        failed="Failed to load the margins"
        loading={<Skeleton className="h-72 w-full rounded-lg" />}
      >
        {(board) =>
          board.rows.length === 0 ? (
            <EmptyState title="Nothing was sold or run in this time">
              Each sale, refund and cost stands here as soon as it is in the ledger.
            </EmptyState>
          ) : (
            <BoardTable board={board} />
          )
        }
      </QueryState>
    </div>
  )
}

const COLUMNS = [
  ['paid', 'Paid'],
  ['tax', 'Tax'],
  ['creator', 'Creator'],
  ['referrer', 'Referrer'],
  ['other', 'Set apart'],
  ['card_fee', 'Card fee'],
  ['provider_cost', 'Provider'],
] as const

function BoardTable({ board: { by, rows, total, more } }: { board: Board }) {
  // A column without any sum says nothing.
  const shown = COLUMNS.filter(([name]) =>
    [total, ...rows].some((row) => row[name] !== 0 || name === 'paid'),
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it where it is wider than the page
    // biome-ignore lint/a11y/useSemanticElements: as the audit log
    <div role="region" aria-label="Margins" tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead>
          <tr className="text-left text-muted">
            <th scope="col" className="py-2 pr-4 font-normal">
              {BY.find(({ value }) => value === by)?.label}
            </th>
            {['Sales', ...shown.map(([, label]) => label), 'Left'].map((label) => (
              <th key={label} scope="col" className="py-2 pl-4 text-right font-normal">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <BoardRow key={row.key} name={nameOf(by, row)} row={row} shown={shown} />
          ))}
        </tbody>
        <tfoot className="border-t-2 border-line font-medium">
          <BoardRow
            name={more > 0 ? `All, with ${more} more in the CSV` : 'All'}
            row={total}
            shown={shown}
          />
        </tfoot>
      </table>
    </div>
  )
}

function BoardRow({
  name,
  row,
  shown,
}: {
  name: string
  row: Board['total']
  shown: readonly (typeof COLUMNS)[number][]
}) {
  const isLoss = row.left < 0
  return (
    <tr className="border-t border-line">
      <th scope="row" className="max-w-72 min-w-36 py-2.5 pr-4 text-left font-normal break-words">
        {name}
        {isLoss && (
          <>
            {' '}
            <Badge tone="danger">Loss</Badge>
          </>
        )}
      </th>
      <td className="py-2.5 pl-4 text-right tabular-nums">{row.sales}</td>
      {shown.map(([column]) => (
        <td key={column} className="py-2.5 pl-4 text-right whitespace-nowrap tabular-nums">
          {formatCents(row[column])}
        </td>
      ))}
      <td
        className={cx(
          'py-2.5 pl-4 text-right font-medium whitespace-nowrap tabular-nums',
          isLoss && 'text-danger',
        )}
      >
        {formatCents(row.left)}
      </td>
    </tr>
  )
}

function nameOf(by: By, { key, name }: Row): string {
  if (by === 'workflow') return name || (key ? 'A recipe that is gone' : 'Tests of drafts')
  return name || 'No run is known any more'
}
