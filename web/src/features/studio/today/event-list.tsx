import { useQuery } from '@tanstack/react-query'
import { formatLocalDate } from '../../../lib/dates.ts'
import { Link } from '../../../ui/link.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { eventsQuery } from '../api.ts'

/** The last sales, refunds, cases and payouts, as the notices told them. */
export function EventList() {
  const query = useQuery(eventsQuery)
  return (
    <section aria-labelledby="events">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="events" className="text-xl font-semibold">
          Lately
        </h2>
        <Link
          to="/notices"
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          All notices
        </Link>
      </div>
      <QueryState
        query={query}
        line
        failed="The events could not be loaded"
        loading={<Skeleton className="mt-4 h-40 w-full rounded-lg" />}
      >
        {(events) =>
          events.length === 0 ? (
            <p className="mt-4 text-muted">
              Sales, refunds, cases and payouts of your recipes appear here as they happen.
            </p>
          ) : (
            <ul className="mt-2">
              {events.map((event) => (
                <li
                  key={event.id}
                  className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-t border-line py-3 first:border-t-0"
                >
                  <p className="min-w-0 flex-1 basis-60 break-words">
                    {event.link ? (
                      <Link
                        to={event.link.path as `/${string}`}
                        reloadDocument={event.link.path.startsWith('/claims/')}
                        className="-my-2.5 inline-block py-2.5 hover:underline"
                      >
                        {event.title}
                      </Link>
                    ) : (
                      event.title
                    )}
                  </p>
                  <time dateTime={event.created_at} className="text-sm text-muted">
                    {formatLocalDate(event.created_at)}
                  </time>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  )
}
