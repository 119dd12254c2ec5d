import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
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
  const error = before.error ?? after.error
  if (error) {
    return (
      <div role="alert" className="flex flex-col items-start gap-3 text-sm">
        <p>{readReason(error, 'The versions could not be loaded.')}</p>
        <Button
          kind="secondary"
          onClick={() => void Promise.all([before.refetch(), after.refetch()])}
        >
          Try Again
        </Button>
      </div>
    )
  }
  if (!before.data || !after.data) return <Skeleton className="h-24 w-full" />
  if (JSON.stringify(before.data) === JSON.stringify(after.data)) {
    return <p className="text-sm text-muted">They are the same.</p>
  }
  return (
    <>
      <ChangeGroups
        before={before.data}
        after={after.data}
        same="They differ in their writing alone."
      />
      <details>
        <summary className="flex min-h-11 w-fit items-center text-sm text-muted hover:text-ink">
          Show as JSON
        </summary>
        <LineChanges
          label="Lines of JSON that differ"
          before={write(before.data)}
          after={write(after.data)}
        />
      </details>
    </>
  )
}
