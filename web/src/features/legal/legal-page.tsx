import { useQuery } from '@tanstack/react-query'
import { TERMS_VERSION } from '@vignette/contract/limits.ts'
import type { ReactNode } from 'react'
import { formatLongDate } from '../../lib/dates.ts'
import { configQuery } from '../../lib/queries.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'

export interface Operator {
  name: string
  contact: ReactNode
}

/** Who answers for this server is a matter of its configuration. */
export function LegalPage({
  title,
  summary,
  children,
}: {
  title: string
  summary: string
  children: (operator: Operator) => ReactNode
}) {
  usePageTitle(title)
  const { data } = useQuery(configQuery)
  return (
    <article className="shell prose-legal pt-14 sm:pt-20">
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-6 text-lg">{summary}</p>
      <p className="mt-3 text-sm">Version of {formatLongDate(TERMS_VERSION)}</p>
      <div className="mt-4">
        {children({
          name: data?.operator || 'the operator of this site',
          contact: describeContact(data?.contact),
        })}
      </div>
    </article>
  )
}

function describeContact(contact: string | undefined): ReactNode {
  if (!contact) return 'the contact address of this site'
  if (/^[^\s@]+@[^\s@]+$/.test(contact)) return <a href={`mailto:${contact}`}>{contact}</a>
  if (/^https?:\/\//.test(contact)) return <a href={contact}>{contact}</a>
  return contact
}
