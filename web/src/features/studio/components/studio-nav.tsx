import { usePlace } from '../../../lib/router.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Link, type LinkProps } from '../../../ui/link.tsx'

const ROOMS: readonly { to: LinkProps['to']; label: string }[] = [
  { to: '/studio/money', label: 'Money' },
  { to: '/studio/sales', label: 'Sales' },
  { to: '/studio/sales/cases', label: 'Cases' },
  { to: '/studio/sales/disputes', label: 'Disputes' },
]

/** The way between the rooms of the studio, below the title of each. */
export function StudioNav() {
  const { path } = usePlace()
  return (
    <nav aria-label="Studio" className="-mx-3.5 mt-4 flex flex-wrap gap-1">
      {ROOMS.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={path === to ? 'page' : undefined}
          className={cx(
            'rounded-full px-3.5 py-2 text-[0.9375rem] transition-colors hover:text-ink',
            path === to ? 'bg-sunken font-medium text-ink' : 'text-muted',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
