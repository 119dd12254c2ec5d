import { useInfiniteQuery } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { apiPages } from '../../../lib/api.ts'
import type { Answer } from '../../../lib/client.ts'
import { formatLongDate } from '../../../lib/dates.ts'
import { LoadMore, QueryPages } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type Statement = Answer<'listStatements'>['statements'][number]

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function nameOf({ kind, month: of, paid }: Statement): string {
  const name = month.format(new Date(`${of}-01T00:00:00Z`))
  return kind === 'month' ? name : `Payout of ${formatCents(paid ?? 0)}`
}

export function StatementList() {
  return (
    <section aria-labelledby="statements">
      <h2 id="statements" className="text-xl font-semibold">
        Statements
      </h2>
      <Statements />
    </section>
  )
}

function Statements() {
  const query = useInfiniteQuery(apiPages('listStatements', {}))
  return (
    <QueryPages
      query={query}
      rows={(page) => page.statements}
      line
      failed="Your statements could not be loaded"
      loading={<Skeleton className="mt-4 h-24 w-full rounded-lg" />}
      empty={
        <p className="mt-4 text-sm text-muted">
          One is made after each month in which something moved, and for each payout that arrives.
        </p>
      }
      foot={<LoadMore query={query}>Show more</LoadMore>}
    >
      {(statements) => (
        <ul className="mt-2">
          {statements.map((statement) => (
            <Row key={statement.number} statement={statement} />
          ))}
        </ul>
      )}
    </QueryPages>
  )
}

function Row({ statement }: { statement: Statement }) {
  const name = nameOf(statement)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0">
        <p>{name}</p>
        <p className="text-sm break-words text-muted">
          {statement.number} · made {formatLongDate(statement.made_at)}
        </p>
      </div>
      <p className="-mx-2 flex gap-2 text-sm">
        <a
          href={statement.page_url}
          target="_blank"
          rel="noreferrer"
          className="-my-2 inline-flex min-h-11 items-center px-2 underline"
        >
          Open<span className="sr-only"> the statement {statement.number}</span>
        </a>
        <a
          href={statement.csv_url}
          download
          className="-my-2 inline-flex min-h-11 items-center px-2 underline"
        >
          CSV<span className="sr-only"> of the statement {statement.number}</span>
        </a>
      </p>
    </li>
  )
}
