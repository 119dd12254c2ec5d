import { Link } from '../../../ui/link.tsx'

/** The way to the notices, with the number of those that are unread. */
export function Bell({ unread }: { unread: number }) {
  const label = unread === 0 ? 'Notices' : `Notices, ${unread} unread`
  return (
    <Link
      to="/notices"
      aria-label={label}
      className="relative grid size-11 place-items-center rounded-full text-muted transition-colors hover:text-ink"
    >
      <svg
        width={21}
        height={21}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        <path d="M6 9a6 6 0 0 1 12 0c0 5 2 6.5 2 7.5H4C4 15.5 6 14 6 9ZM10 20a2.2 2.2 0 0 0 4 0" />
      </svg>
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-1 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-semibold text-on-accent tabular-nums"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}
