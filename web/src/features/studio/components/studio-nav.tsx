import { useEffect, useRef } from 'react'
import { usePlace } from '../../../lib/router.tsx'
import { cx } from '../../../ui/class-names.ts'
import type { IconShape } from '../../../ui/draw-icon.tsx'
import { Icon } from '../../../ui/icon.tsx'
import {
  Bell,
  ChartColumn,
  Ellipsis,
  FileCode,
  Flag,
  Globe,
  LayoutDashboard,
  Mail,
  MessageSquare,
  Receipt,
  Wallet,
  Webhook,
} from '../../../ui/icons.tsx'
import { Link, type LinkProps } from '../../../ui/link.tsx'

interface Room {
  to: LinkProps['to']
  label: string
  icon: IconShape
}

const FIRST: readonly Room[] = [
  { to: '/studio', label: 'Today', icon: LayoutDashboard },
  { to: '/studio/recipes', label: 'Recipes', icon: FileCode },
  { to: '/studio/sales', label: 'Sales', icon: Receipt },
  { to: '/studio/sales/cases', label: 'Cases', icon: MessageSquare },
  { to: '/studio/money', label: 'Money', icon: Wallet },
]
/** Behind “More” on a phone. */
const REST: readonly Room[] = [
  { to: '/studio/numbers', label: 'Numbers', icon: ChartColumn },
  { to: '/studio/sales/disputes', label: 'Disputes', icon: Flag },
  { to: '/studio/storefront', label: 'Storefront', icon: Globe },
  { to: '/studio/letters', label: 'Letters', icon: Mail },
  { to: '/studio/webhooks', label: 'Webhooks', icon: Webhook },
  { to: '/notices', label: 'Notices', icon: Bell },
]

/** A recipe's own page belongs to the room of the recipes. */
const isOpen = ({ to }: Room, path: string) =>
  path === to || (to === '/studio/recipes' && path.startsWith(`${to}/`))

/** The rooms of the studio: a rail beside the room, on a phone a bar below it. */
export function StudioNav() {
  const { path } = usePlace()
  return (
    <nav
      aria-label="Studio"
      className="studio-bar max-lg:sticky max-lg:bottom-0 max-lg:z-30 max-lg:order-last max-lg:-mx-[clamp(1rem,4vw,2.5rem)] max-lg:border-t max-lg:border-line max-lg:bg-ground max-lg:pb-[env(safe-area-inset-bottom)] lg:pt-1"
    >
      <ul className="grid grid-cols-6 lg:sticky lg:top-24 lg:grid-cols-1 lg:gap-1">
        {FIRST.map((room) => (
          <li key={room.to}>
            <RoomLink room={room} open={isOpen(room, path)} />
          </li>
        ))}
        {REST.map((room) => (
          <li key={room.to} className="max-lg:hidden">
            <RoomLink room={room} open={isOpen(room, path)} />
          </li>
        ))}
        <li className="lg:hidden">
          <More path={path} />
        </li>
      </ul>
    </nav>
  )
}

const look =
  'flex items-center rounded-md text-muted transition-colors hover:text-ink max-lg:h-14 max-lg:flex-col max-lg:justify-center max-lg:gap-0.5 max-lg:text-2xs lg:h-11 lg:gap-3 lg:px-3.5'

function RoomLink({ room, open }: { room: Room; open: boolean }) {
  return (
    <Link
      to={room.to}
      aria-current={open ? 'page' : undefined}
      className={cx(look, open && 'font-medium text-ink! lg:bg-sunken')}
    >
      <Icon of={room.icon} size={19} className={open ? 'text-accent' : undefined} />
      {room.label}
    </Link>
  )
}

function More({ path }: { path: string }) {
  const box = useRef<HTMLDetailsElement>(null)
  const open = REST.some((room) => isOpen(room, path))
  useEffect(() => {
    const close = (event: Event) => {
      const leaves = event instanceof KeyboardEvent ? event.key === 'Escape' : !holds(event.target)
      if (leaves && box.current?.open) box.current.open = false
    }
    const holds = (target: EventTarget | null) =>
      target instanceof Node && box.current?.contains(target)
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
    }
  }, [])
  return (
    <details ref={box} className="relative">
      <summary
        className={cx(
          look,
          'list-none [&::-webkit-details-marker]:hidden',
          open && 'font-medium text-ink!',
        )}
      >
        <Icon of={Ellipsis} size={19} className={open ? 'text-accent' : undefined} />
        More
      </summary>
      <ul className="absolute right-2 bottom-full mb-2 w-48 rounded-lg border border-line bg-surface p-1.5 shadow-high">
        {REST.map((room) => (
          <li key={room.to}>
            <Link
              to={room.to}
              aria-current={isOpen(room, path) ? 'page' : undefined}
              className="flex h-11 items-center gap-3 rounded-md px-3 hover:bg-sunken"
            >
              <Icon of={room.icon} size={18} />
              {room.label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
