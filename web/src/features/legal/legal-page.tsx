import { useQuery } from '@tanstack/react-query'
import { TERMS_VERSION } from '@vignette/contract/account-limits.ts'
import type { ReactNode } from 'react'
import { configQuery } from '../../lib/config.ts'
import { formatLongDate } from '../../lib/dates.ts'
import { useShop } from '../../lib/shop.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { ContactAddress } from '../../ui/contact-address.tsx'

export interface Operator {
  name: string
  /** Prices include the tax of the buyer's country. */
  includesTax: boolean
  minimumAge: number
  /** Adult content between consenting adults is allowed. */
  allowsAdult: boolean
  /** Consumers can withdraw, as the law of the European Union has it. */
  hasWithdrawal: boolean
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
  chapters,
  children,
}: {
  title: string
  summary: string
  /** The ids and titles of the numbered headings. */
  chapters: readonly (readonly [id: string, title: string])[]
  children: (operator: Operator) => ReactNode
}) {
  usePageTitle(title)
  const { name: shop } = useShop()
  const { data } = useQuery(configQuery)
  return (
    <article className="shell prose-legal pt-14 sm:pt-20">
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-6 text-lg">{summary}</p>
      <p className="mt-3 text-sm">Version of {formatLongDate(TERMS_VERSION)}</p>
      <div className="mt-8 lg:grid lg:grid-cols-[minmax(0,68ch)_18rem] lg:justify-between lg:gap-24">
        <nav
          aria-label="Contents"
          className="lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1 lg:self-start"
        >
          <ol className="flex flex-col text-sm lg:border-l lg:border-line lg:pl-5">
            {chapters.map(([id, name], at) => (
              <li key={id}>
                <a href={`#${id}`} className="contents-link">
                  {at + 1}. {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="lg:col-start-1 lg:row-start-1">
          {children({
            name: data?.operator || shop,
            includesTax: data?.prices_include_tax ?? false,
            minimumAge: data?.minimum_age ?? 16,
            allowsAdult: data?.content_policy === 'adult',
            hasWithdrawal: data?.consumer_law === 'eu',
            contact: describeContact(shop, data?.contact),
            bankYears: data?.bank_details_years ?? 10,
          })}
        </div>
      </div>
    </article>
  )
}

function describeContact(shop: string, contact: string | null | undefined): Operator['contact'] {
  if (!contact) {
    return {
      address: 'see 1.',
      sentence: `This copy of ${shop} names no address to write to: whoever started it answers for it.`,
    }
  }
  const address = <ContactAddress contact={contact} />
  return { address, sentence: <>You reach us at {address}.</> }
}
