import { useInfiniteQuery } from '@tanstack/react-query'
import { isNotFound } from '../../../lib/api-error.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Images } from '../../../ui/icons.tsx'
import { QueryPages } from '../../../ui/query-state.tsx'
import { ScrollFoot } from '../../../ui/scroll-foot.tsx'
import {
  CreationCard,
  Gallery,
  GallerySkeleton,
  userCreationsQuery,
} from '../../creations/index.ts'

/** The user's own creations, 24 at a time. */
export function OwnGallery({ userId }: { userId: string }) {
  const query = useInfiniteQuery(userCreationsQuery(userId))
  // The server answers "not found" for a guest who has made nothing yet.
  if (isNotFound(query.error)) return <NoCreations />
  return (
    <QueryPages
      query={query}
      rows={(page) => page.items}
      failed="Failed to fetch user creations"
      level={3}
      loading={<GallerySkeleton />}
      empty={<NoCreations />}
      foot={
        <ScrollFoot
          query={query}
          loading="Loading more creations…"
          failed="Failed to fetch user creations"
          button="Load More Creations"
        />
      }
    >
      {(items) => (
        <Gallery items={items} keyOf={(item) => item.id} label="Your creations">
          {(item, index) => (
            <CreationCard
              creation={item}
              index={index}
              title={item.workflow_name || 'AI Creation'}
            />
          )}
        </Gallery>
      )}
    </QueryPages>
  )
}

export function NoCreations() {
  return (
    <EmptyState
      icon={Images}
      level={3}
      title="No creations yet"
      action={<LinkButton to="/workflows">Browse Workflows</LinkButton>}
    >
      What you make is kept here, private until you say otherwise.
    </EmptyState>
  )
}
