import type { NoticeView } from '@vignette/contract/notices.ts'
import { formatAgo, formatLocalMinute } from '../../../../lib/dates.ts'
import { cx } from '../../../../ui/class-names.ts'
import { Link } from '../../../../ui/link.tsx'
import { Picture } from '../../../../ui/media.tsx'

/** What is over keeps its one line: its words would ask for what can no longer be done. */
export function NoticeList({ notices }: { notices: readonly NoticeView[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {notices.map((notice) => (
        <li
          key={notice.id}
          className={cx('relative flex gap-4 pl-5', notice.over ? 'py-3' : 'py-5')}
        >
          {!notice.read && (
            <span
              className={cx(
                'absolute left-0 size-2 rounded-full bg-accent',
                notice.over ? 'top-5.5' : 'top-7.5',
              )}
              aria-hidden
            />
          )}
          <div className="min-w-0 grow">
            <h2
              className={cx(
                'break-words',
                notice.read ? 'font-medium' : 'font-semibold',
                notice.over && 'text-muted',
              )}
            >
              {!notice.read && <span className="sr-only">New: </span>}
              {notice.title}
            </h2>
            {!notice.over &&
              notice.body.map((sentence) => (
                <p
                  key={sentence}
                  className="mt-1 max-w-prose text-[0.9375rem] break-words text-muted"
                >
                  {sentence}
                </p>
              ))}
            <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
              <time
                dateTime={notice.created_at}
                title={formatLocalMinute(notice.created_at)}
                className="text-muted"
              >
                {formatAgo(notice.created_at)}
              </time>
              {notice.over && <span className="text-muted">No longer waiting</span>}
              {notice.link && !(notice.over && !notice.picture) && (
                <Link
                  to={notice.link.path as `/${string}`}
                  reloadDocument={notice.link.path.startsWith('/claims/')}
                  className="font-medium underline underline-offset-4"
                >
                  {notice.link.label}
                </Link>
              )}
            </p>
          </div>
          {notice.picture && (
            <Picture
              media={notice.picture}
              alt=""
              sizes="4rem"
              fit="contain"
              className={cx(
                'shrink-0 self-start overflow-hidden rounded-md bg-sunken',
                notice.over ? 'size-10' : 'size-16',
              )}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
