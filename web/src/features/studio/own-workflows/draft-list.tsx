import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../lib/api.ts'
import type { Answer } from '../../../lib/client.ts'
import { formatLocalDate } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { QueryState } from '../../../ui/query-state.tsx'

const AT_FIRST = 3

/** Recipes in the making; nothing where none is begun. */
export function DraftList() {
  const query = useQuery(apiQuery('listDrafts', {}, { staleTime: 0 }))
  return (
    <QueryState query={query} line failed="Your drafts could not be loaded">
      {({ drafts }) => drafts.length > 0 && <Drafts drafts={drafts} />}
    </QueryState>
  )
}

function Drafts({ drafts }: Pick<Answer<'listDrafts'>, 'drafts'>) {
  const [all, setAll] = useState(false)
  return (
    <section aria-labelledby="drafts">
      <h2 id="drafts" className="text-xl font-semibold">
        Drafts
      </h2>
      <ul className="mt-2">
        {(all ? drafts : drafts.slice(0, AT_FIRST)).map((draft) => (
          <li
            key={draft.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-3 first:border-t-0"
          >
            <Link
              to={`/studio/drafts/${draft.id}`}
              className="-my-2.5 min-w-0 py-2.5 font-medium break-words hover:underline"
            >
              {draft.name || 'Recipe without a name'}
            </Link>
            <Badge>Draft{draft.base_version ? ` of version ${draft.base_version}` : ''}</Badge>
            <span className="ml-auto text-sm text-muted">
              Changed on {formatLocalDate(draft.updated_at)}
            </span>
          </li>
        ))}
      </ul>
      {!all && drafts.length > AT_FIRST && (
        <Button kind="ghost" className="mt-1" onClick={() => setAll(true)}>
          Show {drafts.length - AT_FIRST} more
        </Button>
      )}
    </section>
  )
}
