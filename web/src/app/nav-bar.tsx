import { useCallback, useEffect, useRef, useState } from 'react'
import { track } from '../lib/analytics.ts'
import { readVisitorId } from '../lib/anonymous-id.ts'
import { useAuth } from '../lib/identity/auth-context.tsx'
import { useMaySell } from '../lib/identity/use-may-sell.ts'
import { useSignIn } from '../lib/identity/use-sign-in.ts'
import { subscribe, usePlace } from '../lib/router.tsx'
import { mayBeSignedIn } from '../lib/session-hint.ts'
import { useShop } from '../lib/shop.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Glyph } from '../ui/glyph.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Link } from '../ui/link.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import { returnsHere } from './returns-here.ts'

/** The first load leaves these out; a box of the bell's size keeps the place. */
const Bell = lazyPart(async () => (await import('../features/account/notices/bell.tsx')).Bell)
const WaitingProof = lazyPart(
  async () => (await import('../features/creations/waiting-proof.tsx')).WaitingProof,
)
const MobileMenu = lazyPart(async () => (await import('./mobile-menu.tsx')).MobileMenu)
/** The menu's code is asked for once the page has settled. */
const SETTLED_MS = 1500

const links = [
  { to: '/', label: 'Home' },
  { to: '/workflows', label: 'Discover' },
  { to: '/creations', label: 'What people made' },
] as const
const signedInLinks = [...links, { to: '/studio', label: 'Studio' }] as const

export function NavBar() {
  const [open, setOpen] = useState(false)
  /** The menu is rendered before it opens, so that it opens at once. */
  const [wanted, setWanted] = useState(false)
  /** A browser that the server does not know has no proof that waits. */
  const [isKnown, setKnown] = useState(false)
  const { path: pathname } = usePlace()
  const { name: shop } = useShop()
  const { user } = useAuth()
  const shown = useMaySell() && user ? signedInLinks : links
  // A creation may be private, and so is no part of what people made.
  const isHere = (to: string) =>
    pathname === to || (to.length > 1 && to !== '/creations' && pathname.startsWith(`${to}/`))
  const toggle = useRef<HTMLButtonElement>(null)
  /** A link closes the menu and changes the path, which also closes the menu: send only one event. */
  const told = useRef(false)

  const changeOpen = useCallback((next: boolean) => {
    setOpen(next)
    if (told.current !== next) track('mobile_menu_toggled', { open: next })
    told.current = next
  }, [])

  // The menu closes when the visitor leaves, not when the next screen appears: that screen may come
  // late, and would close a menu opened meanwhile.
  useEffect(() => {
    let last = location.pathname
    return subscribe(() => {
      if (location.pathname === last) return
      last = location.pathname
      changeOpen(false)
    })
  }, [changeOpen])

  useEffect(() => {
    setKnown(mayBeSignedIn() || readVisitorId() !== undefined)
  }, [pathname])

  useEffect(() => {
    // A wide screen has no such menu: its button is not drawn.
    if (!toggle.current?.offsetParent) return
    const settled = setTimeout(() => setWanted(true), SETTLED_MS)
    return () => clearTimeout(settled)
  }, [])

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
    <header className="on-screen sticky top-0 z-40 border-b border-line/70 bg-ground/85 backdrop-blur-xl">
      <div className="shell flex h-16 items-center gap-3 lg:gap-8">
        <Link to="/" aria-label={`${shop}, home`} className="min-w-0 rounded-sm md:max-w-56">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="hidden shrink-0 md:flex lg:gap-1">
          {shown.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              aria-current={isHere(link.to) ? 'page' : undefined}
              onClick={() => track('nav_link_clicked', { link: link.label })}
              className={cx(
                'rounded-full px-2.5 py-2 lg:px-3.5 text-[0.9375rem] whitespace-nowrap transition-colors hover:text-ink',
                isHere(link.to) ? 'bg-sunken font-medium text-ink' : 'text-muted',
              )}
            >
              {link.label}
            </Link>
          ))}
        </nav>
        <div className="flex min-w-0 flex-1 justify-end">
          {isKnown && <WaitingProof waiting={null} failed={null} />}
        </div>
        <div className="hidden items-center md:flex">
          <Account isKnown={isKnown} />
        </div>
        <button
          ref={toggle}
          type="button"
          aria-label={open ? 'Close menu' : 'Open menu'}
          aria-expanded={open}
          aria-controls="mobile-menu"
          onPointerDown={() => setWanted(true)}
          onClick={() => {
            setWanted(true)
            changeOpen(!open)
          }}
          className="-mr-2.5 grid size-11 shrink-0 place-items-center rounded-full md:hidden"
        >
          <Glyph of={open ? 'close' : 'menu'} size={22} />
        </button>
      </div>
      <div id="mobile-menu" hidden={!open} className="border-t border-line bg-ground md:hidden">
        {wanted && (
          <MobileMenu
            links={shown}
            isHere={isHere}
            onLeave={() => changeOpen(false)}
            waiting={<div className="h-96" />}
          />
        )}
      </div>
    </header>
  )
}

/** A guest whom this browser knows finds there what was made and bought. */
function Account({ isKnown }: { isKnown: boolean }) {
  const { user, loading } = useAuth()
  const { offered, label, starting, start } = useSignIn()
  if (user)
    return (
      <div className="flex items-center gap-3">
        <div className="size-11">
          <Bell unread={user.counts.unread_notices} waiting={null} failed={null} />
        </div>
        <Link to="/profile" aria-label="Your profile" className="rounded-full">
          <Avatar user={user} size={38} />
        </Link>
      </div>
    )
  return (
    <div className={cx('flex items-center gap-2', loading && 'invisible')}>
      {isKnown && (
        <Link
          to="/profile?tab=creations"
          className="hidden rounded-full px-3.5 py-2 text-[0.9375rem] whitespace-nowrap text-muted hover:text-ink lg:block"
        >
          Your creations
        </Link>
      )}
      {offered && (
        <Button
          kind="secondary"
          size="sm"
          busy={starting}
          onClick={() => void start({ returns: returnsHere() })}
        >
          {label}
        </Button>
      )}
    </div>
  )
}
