import type { ReactNode } from 'react'
import { Link } from '../../../ui/link.tsx'

export const TILE_SIZES = '(min-width: 1024px) 20rem, 50vw'

export function WorkRow({
  id,
  title,
  children,
}: {
  id: string
  title: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl wrap-anywhere">
        {title}
      </h2>
      <ul className="mt-4 grid grid-cols-2 gap-x-3 gap-y-6 sm:gap-x-4 lg:grid-cols-4">
        {children}
      </ul>
    </section>
  )
}

export function WorkTile({
  to,
  name,
  note,
  action,
  children,
}: {
  to: `/${string}`
  name: string
  note?: string
  /** A button over the picture. */
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <li className="relative min-w-0">
      <Link to={to} className="group block rounded-lg">
        <span className="relative block aspect-square overflow-hidden rounded-lg bg-sunken">
          {children}
        </span>
        <span className="mt-2 flex justify-between gap-3 text-sm">
          <span className="truncate group-hover:underline">{name}</span>
          {note && <span className="shrink-0 text-muted tabular-nums">{note}</span>}
        </span>
      </Link>
      {action}
    </li>
  )
}
