import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx'
import { Select } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type RunFilters, runsQuery, versionsQuery } from '../api.ts'
import { OUTCOMES } from './describe-run.ts'
import { FailureList } from './failure-list.tsx'
import { RunTable } from './run-table.tsx'

const any = (label: string) => ({ value: '', label })
const OUTCOME_FILTERS = [
  any('Any outcome'),
  ...Object.entries(OUTCOMES).map(([value, { label }]) => ({ value, label })),
]
const KINDS = [
  any('Runs and tests'),
  { value: 'remix', label: 'Runs alone' },
  { value: 'test', label: 'Tests alone' },
]

/** Each run with its outcome, and why runs fail; never a buyer's inputs or a private picture. */
export function RunsTab({ id }: { id: string }) {
  const [filters, setFilters] = useState<RunFilters>({})
  const query = useInfiniteQuery(runsQuery(id, filters))
  const runs = query.data?.pages.flatMap((page) => page.runs) ?? []
  const filtered = Object.values(filters).some((value) => value !== undefined)
  return (
    <div className="flex flex-col gap-8 pt-2">
      <FailureList id={id} />
      <section aria-labelledby="runs" className="flex flex-col gap-4">
        <h2 id="runs" className="text-xl font-semibold">
          Runs
        </h2>
        <Filters id={id} filters={filters} onChange={setFilters} />
        {query.isPending && <Skeleton className="h-56 w-full rounded-lg" />}
        {query.isError && runs.length === 0 && (
          <ErrorState
            error={query.error}
            level={3}
            title="The runs could not be loaded"
            action={<Button onClick={() => void query.refetch()}>Try Again</Button>}
          />
        )}
        {query.data && runs.length === 0 && (
          <EmptyState level={3} title={filtered ? 'No run fits' : 'No runs yet'}>
            {filtered
              ? 'Choose another outcome, version or kind.'
              : 'Each run of this recipe appears here with its outcome, and your tests too.'}
          </EmptyState>
        )}
        {runs.length > 0 && !filtered && runs.every(({ kind }) => kind === 'test') && (
          <p className="text-sm text-muted">Only tests so far: tests count in no figure.</p>
        )}
        {runs.length > 0 && <RunTable runs={runs} />}
        {query.hasNextPage && (
          <Button
            kind="secondary"
            className="self-start"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Load more
          </Button>
        )}
      </section>
    </div>
  )
}

function Filters({
  id,
  filters,
  onChange,
}: {
  id: string
  filters: RunFilters
  onChange: (filters: RunFilters) => void
}) {
  const { data } = useInfiniteQuery(versionsQuery(id))
  const versions = data?.pages.flatMap((page) => page.versions) ?? []
  const change = (name: keyof RunFilters, value: string) =>
    onChange({ ...filters, [name]: value || undefined })
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <Select
        label="Outcome"
        options={OUTCOME_FILTERS}
        value={filters.outcome ?? ''}
        onChange={(event) => change('outcome', event.target.value)}
      />
      <Select
        label="Version"
        options={[
          any('Any version'),
          ...versions.map(({ version }) => ({
            value: String(version),
            label: `Version ${version}`,
          })),
        ]}
        value={String(filters.version ?? '')}
        onChange={(event) => change('version', event.target.value)}
      />
      <Select
        label="Kind"
        options={KINDS}
        value={filters.kind ?? ''}
        onChange={(event) => change('kind', event.target.value)}
      />
    </div>
  )
}
