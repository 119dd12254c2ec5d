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

/** What the reader alone sees stands apart, so that it does not look published. */
export function RecentCreations({ workflowId }: { workflowId: string }) {
  const list = useInfiniteQuery(workflowCreationsQuery(workflowId))
  const total = list.data?.pages[0]?.total ?? 0
  const opened = (id: string) => track('creation_card_clicked', { creation_id: id })
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
          {(creations) => {
            const own = creations.filter((creation) => !creation.public)
            const shown = creations.filter((creation) => creation.public)
            return (
              <>
                {own.length > 0 && (
                  <div className="mb-10">
                    <h3 className="mb-4 text-base font-medium">Yours, only you see these here</h3>
                    <Gallery items={own} keyOf={(creation) => creation.id} label="Yours alone">
                      {(creation, index) => (
                        <CreationCard
                          creation={creation}
                          index={index}
                          onOpen={() => opened(creation.id)}
                        />
                      )}
                    </Gallery>
                  </div>
                )}
                {shown.length > 0 && (
                  <Gallery items={shown} keyOf={(creation) => creation.id} label="Recent creations">
                    {(creation, index) => (
                      <CreationCard
                        creation={creation}
                        index={index}
                        onOpen={() => opened(creation.id)}
                      />
                    )}
                  </Gallery>
                )}
              </>
            )
          }}
        </QueryPages>
      </div>
    </section>
  )
}
