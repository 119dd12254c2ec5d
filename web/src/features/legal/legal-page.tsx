import { useQuery } from '@tanstack/react-query'
import { TERMS_VERSION } from '@vignette/contract/account-limits.ts'
import type { LegalPage as LegalPageName } from '@vignette/contract/setting-groups.ts'
import { versionOf } from '@vignette/contract/shop.ts'
import { type ReactNode, useMemo } from 'react'
import { apiQuery } from '../../lib/api.ts'
import { configQuery } from '../../lib/config.ts'
import { formatLongDate } from '../../lib/dates.ts'
import { useShop } from '../../lib/shop.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ContactAddress } from '../../ui/contact-address.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { chaptersOf, OwnText, readOwnText } from '../../ui/own-text.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

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

type Chapter = readonly [id: string, title: string]

/** What the operator wrote for a page, once it is there; null where that is nothing. */
function useOwnText(page: LegalPageName, isThere: boolean) {
  const query = useQuery({ ...apiQuery('getLegalText', { params: { page } }), enabled: isThere })
  const text = query.data?.text
  const read = useMemo(() => (text ? readOwnText(text) : null), [text])
  return { query, read, isPending: isThere && !query.data }
}

/**
 * A page of the software's words, of which the operator's own text takes the place, up to what the
 * software does by itself. The server's configuration names the operator.
 */
export function LegalPage({
  page,
  title,
  summary,
  chapters,
  children,
}: {
  page: 'terms' | 'privacy'
  title: string
  summary: string
  /** The ids and titles of the headings, and which stay beside a text of the operator's own. */
  chapters: readonly (readonly [id: string, title: string, stays?: 'stays'])[]
  children: (operator: Operator, own: Own) => ReactNode
}) {
  usePageTitle(title)
  const shop = useShop()
  const { data } = useQuery(configQuery)
  const { query, read, isPending } = useOwnText(
    page,
    page === 'terms' ? shop.terms !== null : shop.privacy,
  )
  if (isPending) return <Waiting title={title} query={query} />
  const kept = chapters.filter(([, , stays]) => !read || stays)
  const numbered = kept.map(
    ([id, name], at) => [id, read ? name : `${at + 1}. ${name}`] as const satisfies Chapter,
  )
  const own: Own = {
    isOwn: read !== null,
    heading: (id) => <h2 id={id}>{numbered.find(([each]) => each === id)?.[1]}</h2>,
    section: (id) => {
      const at = chapters.findIndex(([each]) => each === id)
      return read ? `“${chapters[at]?.[1]}”` : `section ${at + 1}`
    },
  }
  return (
    <Sheet
      title={read?.title ?? title}
      chapters={[...(read ? chaptersOf(read) : []), ...numbered]}
      lead={
        <>
          {!read && <p className="mt-6 text-lg">{summary}</p>}
          <Version page={page} since={read ? (query.data?.since ?? undefined) : TERMS_VERSION} />
        </>
      }
    >
      {read && (
        <>
          <div className="mt-8 lg:mt-0">
            <OwnText text={read} top={2} />
          </div>
          <p className="mt-11 border-t border-line pt-8">
            The sections from here on tell what this site does by itself.
          </p>
        </>
      )}
      {children(
        {
          name: data?.operator || shop.name,
          includesTax: data?.prices_include_tax ?? false,
          minimumAge: data?.minimum_age ?? 16,
          allowsAdult: data?.content_policy === 'adult',
          hasWithdrawal: data?.consumer_law === 'eu',
          contact: describeContact(shop.name, data?.contact, read ? 'see above' : 'see 1.'),
          bankYears: data?.bank_details_years ?? 10,
        },
        own,
      )}
    </Sheet>
  )
}

/** Of terms with a text of the operator's own also the version that is kept with each acceptance. */
function Version({ page, since }: { page: 'terms' | 'privacy'; since: string | undefined }) {
  const shop = useShop()
  const version = page === 'terms' && shop.terms !== null && versionOf(TERMS_VERSION, shop)
  if (!since) return null
  return (
    <p className="mt-3 text-sm">
      Version of {formatLongDate(since)}
      {version && ` (${version})`}
    </p>
  )
}

export interface Own {
  /** The page shows a text of the operator's own. */
  isOwn: boolean
  /** The heading of a chapter: with its number, unless it stands after such a text. */
  heading: (id: string) => ReactNode
  /** How a sentence names a chapter. */
  section: (id: string) => string
}

/** There only where the operator wrote one, or is named with an address. */
export function ImprintPage() {
  const { imprint } = useShop()
  const { query, read, isPending } = useOwnText('imprint', imprint)
  usePageTitle('Imprint')
  if (!imprint) {
    return (
      <NotFound
        title="There is no imprint here."
        action={<LinkButton to="/">Go to Home</LinkButton>}
      >
        Whoever runs this site has not written one.
      </NotFound>
    )
  }
  if (isPending) return <Waiting title="Imprint" query={query} />
  return (
    <Sheet title={read?.title ?? 'Imprint'} chapters={read ? chaptersOf(read) : []}>
      {read && <OwnText text={read} top={2} />}
    </Sheet>
  )
}

function Waiting({
  title,
  query,
}: {
  title: string
  query: ReturnType<typeof useOwnText>['query']
}) {
  return (
    <article className="shell pt-14 sm:pt-20">
      <h1 className="text-4xl">{title}</h1>
      <QueryState
        query={query}
        failed="Failed to load the text"
        level={2}
        loading={<Skeleton className="mt-8 h-96 w-full rounded-lg" />}
      >
        {() => null}
      </QueryState>
    </article>
  )
}

function Sheet({
  title,
  chapters,
  lead,
  children,
}: {
  title: string
  chapters: readonly Chapter[]
  lead?: ReactNode
  children: ReactNode
}) {
  return (
    <article className="shell prose-legal pt-14 sm:pt-20">
      <h1 className="text-4xl break-words">{title}</h1>
      {lead}
      <div className="mt-8 lg:grid lg:grid-cols-[minmax(0,68ch)_18rem] lg:justify-between lg:gap-24">
        {chapters.length > 1 && (
          <nav
            aria-label="Contents"
            className="lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1 lg:self-start"
          >
            <ol className="flex flex-col text-sm lg:border-l lg:border-line lg:pl-5">
              {chapters.map(([id, name]) => (
                <li key={id}>
                  <a href={`#${id}`} className="contents-link break-words">
                    {name}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="lg:col-start-1 lg:row-start-1">{children}</div>
      </div>
    </article>
  )
}

function describeContact(
  shop: string,
  contact: string | null | undefined,
  otherwise: string,
): Operator['contact'] {
  if (!contact) {
    return {
      address: otherwise,
      sentence: `This copy of ${shop} names no address to write to: whoever started it answers for it.`,
    }
  }
  const address = <ContactAddress contact={contact} />
  return { address, sentence: <>You reach us at {address}.</> }
}
