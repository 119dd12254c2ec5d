import { useQuery } from '@tanstack/react-query'
import type { ListedCollection } from '@vignette/contract/collections.ts'
import { AiMade } from '../../../ui/ai-made.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Images } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { Picture } from '../../../ui/media.tsx'
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
      loading={<Skeleton className="h-64 w-full rounded-lg" />}
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
                  className="group block overflow-hidden rounded-lg border border-line bg-surface transition-colors hover:border-line-strong"
                >
                  <Cover pictures={one.cover} />
                  <span className="block px-5 py-4">
                    <span className="block font-medium wrap-anywhere group-hover:underline">
                      {one.name}
                    </span>
                    <span className="mt-1 block text-sm text-muted">
                      {one.items} saved · {VISIBILITY_WORDS[one.visibility]}
                    </span>
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

/** Up to four pictures in one frame; the words of the tile name the collection. */
function Cover({ pictures }: { pictures: ListedCollection['cover'] }) {
  if (pictures.length === 0)
    return (
      <span className="grid aspect-3/2 place-items-center bg-sunken text-muted">
        <Icon of={Images} size={28} />
      </span>
    )
  return (
    <span className={cx('grid aspect-3/2 gap-0.5', pictures.length > 1 && 'grid-cols-2')}>
      {pictures.map((media, at) => (
        <span
          key={media.id}
          className={cx(
            'relative block min-h-0 overflow-hidden',
            pictures.length === 3 && at === 0 && 'row-span-2',
          )}
        >
          <Picture media={media} alt="" sizes="(min-width: 1024px) 14rem, 50vw" />
          {at === pictures.length - 1 && <AiMade />}
        </span>
      ))}
    </span>
  )
}
