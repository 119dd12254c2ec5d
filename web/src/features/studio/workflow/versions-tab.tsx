import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { LoadMore, QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Version, versionsQuery } from '../api.ts'
import { ComparePanel } from './compare-panel.tsx'
import { PublishAgainDialog } from './publish-again-dialog.tsx'
import { VersionItem } from './version-item.tsx'

/** Each version with its numbers; of a recipe that stands, an earlier one can be published again. */
export function VersionsTab({ id, readOnly = false }: { id: string; readOnly?: boolean }) {
  const query = useInfiniteQuery(versionsQuery(id))
  return (
    <QueryState
      query={query}
      failed="The versions could not be loaded"
      loading={<Skeleton className="h-56 w-full rounded-lg" />}
    >
      {({ pages }) => (
        <Versions id={id} versions={pages.flatMap((page) => page.versions)} readOnly={readOnly}>
          <LoadMore query={query} />
        </Versions>
      )}
    </QueryState>
  )
}

/** `children`: the way to earlier versions. */
function Versions({
  id,
  versions,
  readOnly,
  children,
}: {
  id: string
  versions: Version[]
  readOnly: boolean
  children: ReactNode
}) {
  const [comparing, setComparing] = useState(false)
  const [again, setAgain] = useState<Version | undefined>()
  const newest = versions[0]?.version ?? 1
  return (
    <section aria-labelledby="versions" className="flex flex-col gap-4 pt-2">
      <h2 id="versions" className="sr-only">
        Versions
      </h2>
      {comparing ? (
        <ComparePanel id={id} versions={versions.map(({ version }) => version)} />
      ) : (
        versions.length > 1 && (
          <Button kind="secondary" className="self-start" onClick={() => setComparing(true)}>
            Compare versions
          </Button>
        )
      )}
      <ol className="flex flex-col gap-4">
        {versions.map((version) => (
          <VersionItem
            key={version.version}
            id={id}
            version={version}
            onAgain={readOnly ? undefined : () => setAgain(version)}
          />
        ))}
      </ol>
      {children}
      {again && (
        <PublishAgainDialog
          id={id}
          version={again.version}
          next={newest + 1}
          onClose={() => setAgain(undefined)}
        />
      )}
    </section>
  )
}
