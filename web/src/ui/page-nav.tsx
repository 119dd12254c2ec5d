import { usePlace } from '../lib/router.tsx'
import { cx } from './class-names.ts'
import { Link, type LinkProps } from './link.tsx'

/** The pages of one area, side by side under the title; the open one is marked. */
export function PageNav({
  label,
  links,
}: {
  label: string
  links: readonly { to: LinkProps['to']; label: string }[]
}) {
  const { path } = usePlace()
  return (
    <nav aria-label={label} className="mt-5 -ml-3.5 flex flex-wrap gap-1">
      {links.map((link) => (
        <Link
          key={link.to}
          to={link.to}
          aria-current={path === link.to ? 'page' : undefined}
          className={cx(
            'inline-flex min-h-11 items-center rounded-full px-3.5 text-[0.9375rem] transition-colors hover:text-ink',
            path === link.to ? 'bg-sunken font-medium text-ink' : 'text-muted',
          )}
        >
          {link.label}
        </Link>
      ))}
    </nav>
  )
}
