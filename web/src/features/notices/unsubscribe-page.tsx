import { useState } from 'react'
import { readReason } from '../../lib/api-error.ts'
import { useQueryParams } from '../../lib/router.tsx'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Button } from '../../ui/button.tsx'
import { unsubscribe } from './api/unsubscribe.ts'

/** Mail scanners open links, so only the button unsubscribes. */
export function UnsubscribePage() {
  const [search] = useQueryParams()
  const [busy, setBusy] = useState(false)
  const [stopped, setStopped] = useState<string>()
  const [fault, setFault] = useState<string>()
  usePageTitle('Unsubscribe')

  async function stop() {
    setBusy(true)
    setFault(undefined)
    try {
      setStopped(await unsubscribe(search.get('token') ?? ''))
    } catch (error) {
      setFault(readReason(error, 'This did not work. Please try again.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="shell max-w-xl pt-16 pb-24">
      <h1 className="text-3xl font-semibold">{stopped ? 'Unsubscribed' : 'Unsubscribe'}</h1>
      {stopped ? (
        <p role="status" className="mt-3 text-muted">
          No more letters of this kind will come: {stopped.toLowerCase()}. Receipts and letters
          about money still come.
        </p>
      ) : (
        <>
          <p className="mt-3 text-muted">
            The button ends letters of the kind that you opened. Receipts and letters about money
            still come.
          </p>
          {fault && (
            <p role="alert" className="mt-4 text-danger">
              {fault}
            </p>
          )}
          <Button className="mt-6" busy={busy} onClick={() => void stop()}>
            Stop these letters
          </Button>
        </>
      )}
    </div>
  )
}
