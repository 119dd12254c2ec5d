import { useInfiniteQuery } from '@tanstack/react-query'
import type { CaseFilter } from '@vignette/contract/case-words.ts'
import { useState } from 'react'
import { apiPages } from '../../../../lib/api.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Select } from '../../../../ui/field.tsx'
import { QueryPages } from '../../../../ui/query-state.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { CaseCard } from './case-card.tsx'

const FILTERS: { value: CaseFilter; label: string; none: string }[] = [
  { value: 'waiting', label: 'Waiting for you', none: 'No case waits for you' },
  { value: 'open', label: 'Not decided', none: 'Every case is decided' },
  { value: 'closed', label: 'Closed', none: 'No case was closed so far' },
  { value: 'all', label: 'All', none: 'There are no cases' },
]

/** The cases about the creator's recipes, or all of them for the operator. */
export function CaseList({ side }: { side: 'creator' | 'operator' }) {
  const [state, setState] = useState<CaseFilter>('waiting')
  const query = useInfiniteQuery(
    side === 'operator'
      ? apiPages('listAllCases', { query: { state } })
      : apiPages('listCases', { query: { side, state } }),
  )
  const now = new Date()
  return (
    <section aria-labelledby="cases">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="cases" className="text-xl font-semibold">
          {side === 'operator' ? 'Buyers’ cases' : 'Cases of your buyers'}
        </h2>
        <div className="w-48">
          <Select
            label="Show"
            hideLabel
            options={FILTERS}
            value={state}
            onChange={(event) => setState(event.target.value as CaseFilter)}
          />
        </div>
      </div>
      <QueryPages
        query={query}
        rows={(page) => page.cases}
        failed="Failed to load the cases"
        loading={<Skeleton className="mt-5 h-56 w-full rounded-lg" />}
        empty={
          <EmptyState title={FILTERS.find(({ value }) => value === state)?.none ?? ''}>
            When a buyer says that something is wrong with a paid creation, it is listed here.
          </EmptyState>
        }
      >
        {(cases) => (
          <ul className="mt-5 flex flex-col gap-4">
            {cases.map((view) => (
              <CaseCard key={view.id} view={view} now={now} />
            ))}
          </ul>
        )}
      </QueryPages>
    </section>
  )
}
