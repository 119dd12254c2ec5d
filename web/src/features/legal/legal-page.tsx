import { useQuery } from '@tanstack/react-query'
import { TERMS_VERSION } from '@vignette/contract/account-limits.ts'
import type { ReactNode } from 'react'
import { formatLongDate } from '../../lib/dates.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { ContactAddress } from '../../ui/contact-address.tsx'
import { configQuery } from '../config/index.ts'

export interface Operator {
  name: string
  /** Prices include the tax of the buyer's country. */
  includesTax: boolean
  contact: {
    /** The operator's address, as a link if possible. */
    address: ReactNode
    /** How to reach the operator, or that this server has no public operator. */
    sentence: ReactNode
  }
  /** How long after the last payout the bank details of a deleted account are kept. */
  bankYears: number
}

/** The server's configuration names the operator. */
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
          includesTax: data?.prices_include_tax ?? false,
          contact: describeContact(data?.contact),
          bankYears: data?.bank_details_years ?? 10,
        })}
      </div>
    </article>
  )
}

function describeContact(contact: string | null | undefined): Operator['contact'] {
  if (!contact) {
    return {
      address: 'see 1.',
      sentence:
        'This server has no public address and so no address to write to: the person who started it is its operator.',
    }
  }
  const address = <ContactAddress contact={contact} />
  return { address, sentence: <>You reach us at {address}.</> }
}
