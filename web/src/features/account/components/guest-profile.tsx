import { useEffect, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { peekAnonymousId, readVisitorId } from '../../../lib/anonymous-id.ts'
import { useSignIn } from '../../../lib/identity/use-sign-in.ts'
import { useQueryParams } from '../../../lib/router.tsx'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { Button } from '../../../ui/button.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { GallerySkeleton, OwnCollections } from '../../creations/index.ts'
import { NoCreations, OwnGallery } from './own-gallery.tsx'
import { NoPurchases, Purchases, PurchasesSkeleton } from './purchases.tsx'

const CHANGED_HERE = 'Made in this browser, and only it can change them.'
const WORDS = {
  creations: { title: 'Your creations', hint: CHANGED_HERE },
  collections: { title: 'Your collections', hint: CHANGED_HERE },
  purchases: { title: 'Your purchases', hint: 'Made in this browser, and only it knows of them.' },
} as const

/** What a visitor who is not signed in has in this browser. */
export function GuestProfile({ tab }: { tab: keyof typeof WORDS }) {
  const [, setSearch] = useQueryParams()
  const { offered, label, starting, start } = useSignIn()
  const { title, hint } = WORDS[tab]
  usePageTitle(title)
  return (
    <div className="shell pt-10 pb-20">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="text-3xl font-semibold">{title}</h1>
          <p className="mt-2 max-w-prose text-muted">
            {hint}
            {offered && ' Sign in, and they are yours in every browser.'}
          </p>
        </div>
        {offered && (
          <Button kind="secondary" busy={starting} onClick={() => void start({ returns: true })}>
            {label}
          </Button>
        )}
      </div>
      <div className="mt-8">
        <Tabs
          label="Yours"
          value={tab}
          onChange={(next) => {
            track('profile_tab_opened', { tab: next })
            setSearch({ tab: next })
          }}
          tabs={[
            { value: 'creations', label: 'Creations', content: <GuestCreations /> },
            { value: 'collections', label: 'Collections', content: <GuestCollections /> },
            { value: 'purchases', label: 'Purchases', content: <GuestPurchases /> },
          ]}
        />
      </div>
    </div>
  )
}

function GuestCreations() {
  /** Null for a browser without a visitor's id, which has made nothing. */
  const [visitor, setVisitor] = useState<string | null>()
  useEffect(() => setVisitor(peekAnonymousId() ?? null), [])
  return (
    <section aria-label="Each creation">
      <h2 className="sr-only">Each creation</h2>
      {visitor === undefined ? (
        <GallerySkeleton />
      ) : visitor ? (
        <OwnGallery userId={visitor} />
      ) : (
        <NoCreations />
      )}
    </section>
  )
}

function GuestCollections() {
  return (
    <section aria-label="Each collection">
      <h2 className="sr-only">Each collection</h2>
      <OwnCollections />
    </section>
  )
}

function GuestPurchases() {
  /** Null for a browser that the server does not know yet: it has bought nothing. */
  const [visitor, setVisitor] = useState<string | null>()
  useEffect(() => setVisitor(readVisitorId() ?? null), [])
  return (
    <section aria-label="Each purchase">
      <h2 className="sr-only">Each purchase</h2>
      {visitor === undefined ? <PurchasesSkeleton /> : visitor ? <Purchases /> : <NoPurchases />}
    </section>
  )
}
