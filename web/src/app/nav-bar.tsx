import { useCallback, useEffect, useRef, useState } from 'react'
import { useAuth } from '../features/identity/auth-context.tsx'
import { useSignIn } from '../features/identity/use-sign-in.ts'
import { track } from '../lib/analytics.ts'
import { usePlace } from '../lib/router.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Glyph } from '../ui/glyph.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Link } from '../ui/link.tsx'
import { Wordmark } from '../ui/wordmark.tsx'

/** Of its own chunk, so that signed-out pages do not load the bell; its box keeps its place. */
const Bell = lazyPart(async () => (await import('../features/notices/bell.tsx')).Bell)

const links = [
  { to: '/', label: 'Home' },
  { to: '/workflows', label: 'Discover' },
] as const
const signedInLinks = [...links, { to: '/studio', label: 'Studio' }] as const

export function NavBar() {
  const [open, setOpen] = useState(false)
  const { path: pathname } = usePlace()
  const shown = useAuth().user ? signedInLinks : links
  const isHere = (to: string) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`))
  const toggle = useRef<HTMLButtonElement>(null)
  /**
   * A link closes the menu and changes the route, which also closes the menu: send only one event.
   */
  const told = useRef(false)

  const changeOpen = useCallback((next: boolean) => {
    setOpen(next)
    if (told.current !== next) track('mobile_menu_toggled', { open: next })
    told.current = next
  }, [])

  useEffect(() => changeOpen(false), [pathname, changeOpen])

  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      changeOpen(false)
      toggle.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [open, changeOpen])

  return (
    <header className="sticky top-0 z-40 border-b border-line/70 bg-ground/85 backdrop-blur-xl">
      <div className="shell flex h-16 items-center gap-8">
        <Link to="/" aria-label="Vignette, home" className="rounded-sm">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="hidden gap-1 md:flex">
          {shown.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              aria-current={isHere(link.to) ? 'page' : undefined}
              onClick={() => track('nav_link_clicked', { link: link.label })}
              className={cx(
                'rounded-full px-3.5 py-2 text-[0.9375rem] transition-colors hover:text-ink',
                isHere(link.to) ? 'bg-sunken font-medium text-ink' : 'text-muted',
              )}
            >
              {link.label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto hidden items-center md:flex">
          <Account />
        </div>
        <button
          ref={toggle}
          type="button"
          aria-label={open ? 'Close menu' : 'Open menu'}
          aria-expanded={open}
          aria-controls="mobile-menu"
          onClick={() => changeOpen(!open)}
          className="-mr-2.5 ml-auto grid size-11 place-items-center rounded-full md:hidden"
        >
          <Glyph of={open ? 'close' : 'menu'} size={22} />
        </button>
      </div>
      <div id="mobile-menu" hidden={!open} className="border-t border-line bg-ground md:hidden">
        <nav aria-label="Mobile" className="shell flex animate-rise flex-col py-4">
          {shown.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              aria-current={isHere(link.to) ? 'page' : undefined}
              onClick={() => {
                track('nav_link_clicked', { link: link.label })
                changeOpen(false)
              }}
              className={cx(
                'py-3 text-2xl',
                isHere(link.to) ? 'font-semibold text-ink' : 'text-muted',
              )}
            >
              {link.label}
            </Link>
          ))}
          <div className="mt-4">
            <Account mobile />
          </div>
        </nav>
      </div>
    </header>
  )
}

/** Pages of one recipe or creation, to which a sign-in returns; from others it leads to Discover. */
const KEPT = /^\/(workflows|creations)\/[^/]*-/

function Account({ mobile = false }: { mobile?: boolean }) {
  const { user, loading } = useAuth()
  const { offered, label, starting, start } = useSignIn()
  const unread = user?.counts.unread_notices ?? 0
  if (user && mobile)
    return (
      <div className="grid gap-3">
        <LinkButton to="/notices" kind="secondary" className="w-full">
          {unread > 0 ? `Notices (${unread} unread)` : 'Notices'}
        </LinkButton>
        <LinkButton to="/profile" kind="secondary" className="w-full">
          <Avatar user={user} size={26} />
          Go to Profile
        </LinkButton>
      </div>
    )
  if (user)
    return (
      <div className="flex items-center gap-3">
        <div className="size-11">
          <Bell unread={unread} waiting={null} failed={null} />
        </div>
        <Link to="/profile" aria-label="Your profile" className="rounded-full">
          <Avatar user={user} size={38} />
        </Link>
      </div>
    )
  if (!offered) return null
  return (
    <Button
      kind="secondary"
      size={mobile ? 'md' : 'sm'}
      className={cx(mobile && 'w-full', loading && 'invisible')}
      busy={starting}
      onClick={() => void start({ returns: KEPT.test(location.pathname) })}
    >
      {label}
    </Button>
  )
}
