import { useEffect, useState } from 'react'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { ClaimButton } from './components/claim-button.tsx'

/** Mail scanners open links, so only the button takes the creation. */
export function ClaimPage() {
  const token = useHash()
  usePageTitle('Your creation')
  return (
    <div className="shell max-w-xl pt-16 pb-24">
      <h1 className="text-3xl font-semibold">Your creation</h1>
      <p className="mt-3 text-muted">
        The button moves the creation of your letter to this browser, with its receipt. The browser
        that made it then lists it no longer. Sign in here to keep it for good.
      </p>
      <ClaimButton token={token ?? ''} />
    </div>
  )
}

/** The part of the address that only the browser sees; undefined until the browser has the page. */
export function useHash(): string | undefined {
  const [hash, setHash] = useState<string>()
  useEffect(() => setHash(location.hash.slice(1)), [])
  return hash
}
