import { useEffect, useState } from 'react'
import { readVisitorId } from '../../../lib/anonymous-id.ts'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { Button } from '../../../ui/button.tsx'
import { useSignIn } from '../../identity/index.ts'
import { NoPurchases, Purchases, PurchasesSkeleton } from './purchases.tsx'

/** The purchases of this browser, for a visitor who is not signed in. */
export function GuestPurchases() {
  const { offered, label, starting, start } = useSignIn()
  /** Null for a browser that the server does not know yet: it has bought nothing. */
  const [visitor, setVisitor] = useState<string | null>()
  useEffect(() => setVisitor(readVisitorId() ?? null), [])
  usePageTitle('Your purchases')
  return (
    <div className="shell pt-10 pb-20">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="text-3xl font-semibold">Your purchases</h1>
          <p className="mt-2 max-w-prose text-muted">
            Made in this browser, and known to it alone.
            {offered && ' Sign in, and they are yours in every browser.'}
          </p>
        </div>
        {offered && (
          <Button kind="secondary" busy={starting} onClick={() => void start({ returns: true })}>
            {label}
          </Button>
        )}
      </div>
      <section aria-labelledby="purchases" className="mt-8">
        <h2 id="purchases" className="sr-only">
          Each purchase
        </h2>
        {visitor === undefined ? <PurchasesSkeleton /> : visitor ? <Purchases /> : <NoPurchases />}
      </section>
    </div>
  )
}
