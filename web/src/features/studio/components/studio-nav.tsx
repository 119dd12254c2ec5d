import type { LinkProps } from '../../../ui/link.tsx'
import { PageNav } from '../../../ui/page-nav.tsx'

const ROOMS: readonly { to: LinkProps['to']; label: string }[] = [
  { to: '/studio/money', label: 'Money' },
  { to: '/studio/sales', label: 'Sales' },
  { to: '/studio/sales/cases', label: 'Cases' },
  { to: '/studio/sales/disputes', label: 'Disputes' },
]

/** The way between the rooms of the studio, below the title of each. */
export function StudioNav() {
  return <PageNav label="Studio" links={ROOMS} />
}
