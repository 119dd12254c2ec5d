import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Images } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ownCollectionsQuery } from '../api.ts'
import { VISIBILITY_WORDS } from './visibility-words.ts'

/** The caller's own collections, also of a browser that never signed in. */
export function OwnCollections() {
  const query = useQuery(ownCollectionsQuery())
  return (
    <QueryState
      query={query}
      failed="Your collections could not be loaded"
      level={3}
      loading={<Skeleton className="h-20 w-full rounded-lg" />}
    >
      {(collections) =>
        collections.length === 0 ? (
          <EmptyState
            icon={Images}
            level={3}
            title="No collections yet"
            action={<LinkButton to="/workflows">Browse Workflows</LinkButton>}
          >
            “Save to a collection” on a recipe or creation begins one.
          </EmptyState>
        ) : (
          <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {collections.map((one) => (
              <li key={one.id} className="min-w-0">
                <Link
                  to={`/collections/${one.id}`}
                  className="group block rounded-lg border border-line bg-surface p-5 transition-colors hover:border-line-strong"
                >
                  <span className="block font-medium wrap-anywhere group-hover:underline">
                    {one.name}
                  </span>
                  <span className="mt-1 block text-sm text-muted">
                    {one.items} saved · {VISIBILITY_WORDS[one.visibility]}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </QueryState>
  )
}
