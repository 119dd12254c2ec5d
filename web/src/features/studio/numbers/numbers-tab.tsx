import { useQuery } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { COMPARED_RUNS } from '@vignette/contract/number-limits.ts'
import { useQueryParams } from '../../../lib/router.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type WorkflowNumbers, workflowNumbersQuery } from '../api.ts'
import { Choices, Declines } from './choices.tsx'
import { countOf, describePeople, percentOf } from './describe-people.ts'
import { NumberTable } from './number-table.tsx'
import { NumbersView } from './numbers-view.tsx'
import { readRange } from './range-choice.tsx'

/** The numbers of one recipe. */
export function NumbersTab({ id }: { id: string }) {
  const [params, setParams] = useQueryParams()
  const range = readRange(params.get('range'))
  const query = useQuery(workflowNumbersQuery(id, range))
  return (
    <QueryState
      query={query}
      failed="The numbers could not be loaded"
      loading={<Skeleton className="h-96 w-full rounded-lg" />}
    >
      {(numbers) => (
        <NumbersView
          numbers={numbers}
          range={range}
          leaving={numbers.leaving}
          onRange={(next) => setParams({ tab: 'numbers', ...(next !== '30' && { range: next }) })}
          nothing={
            <EmptyState
              title="Your first visitor will show up here"
              action={<LinkButton to={`/studio/recipes/${id}?tab=share`}>Share it</LinkButton>}
            >
              Nobody has opened this recipe’s page in this period.
            </EmptyState>
          }
        >
          <Choices choices={numbers.choices} />
          <Declines declines={numbers.declines} />
          <Versions versions={numbers.versions} />
        </NumbersView>
      )}
    </QueryState>
  )
}

function Versions({ versions }: { versions: WorkflowNumbers['versions'] }) {
  if (versions.length < 2) return null
  return (
    <section aria-labelledby="by-version">
      <h2 id="by-version" className="text-xl font-semibold">
        Version by version
      </h2>
      <div className="mt-3">
        <NumberTable
          label="Version by version, as a table"
          columns={[
            { name: 'Version', text: true },
            { name: 'Visitors' },
            { name: 'Remixes' },
            { name: 'Delivered' },
            { name: 'Sales' },
            { name: 'Of visitors' },
            { name: 'Earned' },
          ]}
          rows={versions.map(({ version, visitors, runs, delivered, sales, earned }) => {
            const enough = runs >= COMPARED_RUNS
            return {
              key: String(version),
              cells: [
                String(version),
                describePeople(visitors),
                countOf(runs),
                enough ? percentOf(delivered, runs) : 'Too few',
                countOf(sales),
                enough ? percentOf(sales, visitors) : 'Too few',
                formatCents(earned),
              ],
            }
          })}
        />
      </div>
      <p className="mt-3 text-sm text-muted">
        Percentages are told from {COMPARED_RUNS} remixes of a version on: fewer say too little.
      </p>
    </section>
  )
}
