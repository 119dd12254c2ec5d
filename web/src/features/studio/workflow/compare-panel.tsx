import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Answer } from '../../../lib/client.ts'
import { Select } from '../../../ui/field.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChangeGroups, LineChanges } from '../../workflows/index.ts'
import { versionSourceQuery } from '../api.ts'

const write = (document: unknown) => JSON.stringify(document, null, 2)

/** What changed between two versions: in sentences, then as lines of JSON. */
export function ComparePanel({ id, versions }: { id: string; versions: readonly number[] }) {
  const [newest = 1, previous = 1] = versions
  const [from, setFrom] = useState(previous)
  const [to, setTo] = useState(newest)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that opened the panel is gone.
  useEffect(() => heading.current?.focus(), [])
  const options = versions.map((version) => ({
    value: String(version),
    label: `Version ${version}`,
  }))
  return (
    <section
      aria-labelledby="compare"
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5"
    >
      <h3 ref={heading} id="compare" tabIndex={-1} className="text-lg font-semibold outline-none">
        Compare two versions
      </h3>
      <div className="grid grid-cols-2 gap-3 sm:max-w-sm">
        <Select
          label="From"
          options={options}
          value={String(from)}
          onChange={(event) => setFrom(Number(event.target.value))}
        />
        <Select
          label="To"
          options={options}
          value={String(to)}
          onChange={(event) => setTo(Number(event.target.value))}
        />
      </div>
      <Difference key={`${from} ${to}`} id={id} from={from} to={to} />
    </section>
  )
}

function Difference({ id, from, to }: { id: string; from: number; to: number }) {
  const before = useQuery(versionSourceQuery(id, from))
  const after = useQuery(versionSourceQuery(id, to))
  return (
    <QueryState
      query={{
        data: before.data && after.data && { before: before.data, after: after.data },
        error: before.error ?? after.error,
        refetch: () => Promise.all([before.refetch(), after.refetch()]),
      }}
      line
      failed="The versions could not be loaded"
      loading={<Skeleton className="h-24 w-full" />}
    >
      {(both) => <Changes {...both} />}
    </QueryState>
  )
}

type Source = Answer<'getVersionSource'>

function Changes({ before, after }: { before: Source; after: Source }) {
  if (JSON.stringify(before) === JSON.stringify(after)) {
    return <p className="text-sm text-muted">They are the same.</p>
  }
  return (
    <>
      <ChangeGroups before={before} after={after} same="They differ in their writing alone." />
      <details>
        <summary className="flex min-h-11 w-fit items-center text-sm text-muted hover:text-ink">
          Show as JSON
        </summary>
        <LineChanges
          label="Lines of JSON that differ"
          before={write(before)}
          after={write(after)}
        />
      </details>
    </>
  )
}
