import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select } from '../../../ui/field.tsx'
import { QueryPages } from '../../../ui/query-state.tsx'
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
  any('Remixes and tests'),
  { value: 'remix', label: 'Remixes alone' },
  { value: 'test', label: 'Tests alone' },
]

/** Each run with its outcome, and why runs fail; never a buyer's inputs or a private picture. */
export function RunsTab({ id }: { id: string }) {
  const [filters, setFilters] = useState<RunFilters>({})
  const query = useInfiniteQuery(runsQuery(id, filters))
  const filtered = Object.values(filters).some((value) => value !== undefined)
  return (
    <div className="flex flex-col gap-8 pt-2">
      <FailureList id={id} />
      <section aria-labelledby="runs" className="flex flex-col gap-4">
        <h2 id="runs" className="text-xl font-semibold">
          Remixes
        </h2>
        <Filters id={id} filters={filters} onChange={setFilters} />
        <QueryPages
          query={query}
          rows={(page) => page.runs}
          failed="The remixes could not be loaded"
          level={3}
          loading={<Skeleton className="h-56 w-full rounded-lg" />}
          empty={
            <EmptyState level={3} title={filtered ? 'No remix fits' : 'No remixes yet'}>
              {filtered
                ? 'Choose another outcome, version or kind.'
                : 'Each remix of this recipe appears here with its outcome, and your tests too.'}
            </EmptyState>
          }
        >
          {(runs) => (
            <>
              {!filtered && runs.every(({ kind }) => kind === 'test') && (
                <p className="text-sm text-muted">Only tests so far: tests count in no figure.</p>
              )}
              <RunTable runs={runs} />
            </>
          )}
        </QueryPages>
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
