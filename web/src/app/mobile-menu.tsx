import { track } from '../lib/analytics.ts'
import { useAuth } from '../lib/identity/auth-context.tsx'
import { useSignIn } from '../lib/identity/use-sign-in.ts'
import { usePlace } from '../lib/router.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Link, type LinkProps } from '../ui/link.tsx'
import { returnsHere } from './returns-here.ts'

/** What a guest has made in this browser; the profile of an account shows the same as tabs. */
const OWN = [
  { to: '/profile?tab=creations', label: 'Your creations' },
  { to: '/profile?tab=collections', label: 'Your collections' },
  { to: '/profile?tab=purchases', label: 'Your purchases' },
] as const

/** The phone's menu: the main links, the search, and what belongs to the visitor. */
export function MobileMenu({
  links,
  isHere,
  onLeave,
}: {
  links: readonly { to: LinkProps['to']; label: string }[]
  isHere: (to: string) => boolean
  /** Called for each followed link: a link to the current page changes no route, and yet closes the menu. */
  onLeave: () => void
}) {
  const { user, loading } = useAuth()
  return (
    <nav aria-label="Mobile" className="shell flex animate-rise flex-col py-4">
      {links.map((link) => (
        <Link
          key={link.to}
          to={link.to}
          aria-current={isHere(link.to) ? 'page' : undefined}
          onClick={() => {
            track('nav_link_clicked', { link: link.label })
            onLeave()
          }}
          className={cx('py-3 text-2xl', isHere(link.to) ? 'font-semibold text-ink' : 'text-muted')}
        >
          {link.label}
        </Link>
      ))}
      <form action="/workflows" role="search" className="my-3">
        <input
          name="q"
          type="search"
          enterKeyHint="search"
          aria-label="Search recipes"
          placeholder="Search recipes"
          className="h-11 w-full rounded-full border border-line-strong bg-surface px-5"
        />
      </form>
      {!loading && (user ? <AccountLinks onLeave={onLeave} /> : <GuestLinks onLeave={onLeave} />)}
    </nav>
  )
}

function AccountLinks({ onLeave }: { onLeave: () => void }) {
  const { user } = useAuth()
  if (!user) return null
  const unread = user.counts.unread_notices
  return (
    <div className="mt-4 grid gap-3">
      <LinkButton to="/notices" kind="secondary" className="w-full" onClick={onLeave}>
        {unread > 0 ? `Notices (${unread} unread)` : 'Notices'}
      </LinkButton>
      <LinkButton to="/profile" kind="secondary" className="w-full" onClick={onLeave}>
        <Avatar user={user} size={26} />
        Go to Profile
      </LinkButton>
    </div>
  )
}

function GuestLinks({ onLeave }: { onLeave: () => void }) {
  const { path, search } = usePlace()
  const { offered, label, starting, start } = useSignIn()
  return (
    <>
      <ul className="mt-3 border-t border-line pt-3">
        {OWN.map(({ to, label: text }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={`${path}?${search}` === to ? 'page' : undefined}
              onClick={() => {
                track('nav_link_clicked', { link: text })
                onLeave()
              }}
              className="flex min-h-11 items-center text-muted aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
      {offered && (
        <Button
          kind="secondary"
          className="mt-4 w-full"
          busy={starting}
          onClick={() => void start({ returns: returnsHere() })}
        >
          {label}
        </Button>
      )}
    </>
  )
}
