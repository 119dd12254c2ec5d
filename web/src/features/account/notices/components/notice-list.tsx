import type { NoticeView } from '@vignette/contract/notices.ts'
import { formatAgo, formatLocalMinute } from '../../../../lib/dates.ts'
import { cx } from '../../../../ui/class-names.ts'
import { Link } from '../../../../ui/link.tsx'

export function NoticeList({ notices }: { notices: readonly NoticeView[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {notices.map((notice) => (
        <li key={notice.id} className="relative py-5 pl-5">
          {!notice.read && (
            <span className="absolute top-7.5 left-0 size-2 rounded-full bg-accent" aria-hidden />
          )}
          <h2 className={cx('break-words', notice.read ? 'font-medium' : 'font-semibold')}>
            {!notice.read && <span className="sr-only">New: </span>}
            {notice.title}
          </h2>
          {notice.body.map((sentence) => (
            <p key={sentence} className="mt-1 max-w-prose text-[0.9375rem] break-words text-muted">
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
            {notice.link && (
              <Link
                to={notice.link.path as `/${string}`}
                className="font-medium underline underline-offset-4"
              >
                {notice.link.label}
              </Link>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
