import { useInfiniteQuery } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { QueryPages } from '../../../ui/query-state.tsx'
import { ScrollFoot } from '../../../ui/scroll-foot.tsx'
import {
  CreationCard,
  Gallery,
  GallerySkeleton,
  workflowCreationsQuery,
} from '../../creations/index.ts'

export function RecentCreations({ workflowId }: { workflowId: string }) {
  const list = useInfiniteQuery(workflowCreationsQuery(workflowId))
  const total = list.data?.pages[0]?.total ?? 0
  return (
    <section aria-labelledby="recent-creations" className="mt-20 border-t border-line pt-9">
      <h2 id="recent-creations" className="flex items-baseline gap-3 text-2xl">
        Recent Creations
        {list.isSuccess && (
          <span className="text-lg font-normal text-muted tabular-nums">{total}</span>
        )}
      </h2>
      <div className="mt-7">
        <QueryPages
          query={list}
          rows={(page) => page.creations}
          line
          failed="Failed to fetch creations"
          loading={<GallerySkeleton count={4} />}
          empty={
            <div className="py-10">
              <p className="text-lg font-medium">No creations yet</p>
              <p className="mt-1 text-muted">Make the first one public, and it hangs here.</p>
            </div>
          }
          foot={
            <ScrollFoot
              query={list}
              loading="Loading more creations..."
              failed="Failed to fetch creations"
              button="Load more creations"
            />
          }
        >
          {(creations) => (
            <Gallery items={creations} keyOf={(creation) => creation.id} label="Recent creations">
              {(creation, index) => (
                <CreationCard
                  creation={creation}
                  index={index}
                  onOpen={() => track('creation_card_clicked', { creation_id: creation.id })}
                />
              )}
            </Gallery>
          )}
        </QueryPages>
      </div>
    </section>
  )
}
