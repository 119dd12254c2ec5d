import { useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { navigate } from '../../../lib/router.tsx'
import { Button } from '../../../ui/button.tsx'
import { claimCreation } from '../api/claim-creation.ts'

/** Takes the creation of a letter into this browser, and opens it. */
export function ClaimButton({ token }: { token: string }) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()

  async function claim() {
    setBusy(true)
    setFault(undefined)
    try {
      navigate(`/creations/${await claimCreation(token)}`, { replace: true })
    } catch (error) {
      setFault(readReason(error, 'This did not work. Please try again.'))
      setBusy(false)
    }
  }

  return (
    <>
      {fault && (
        <p role="alert" className="mt-4 text-danger">
          {fault}
        </p>
      )}
      <Button className="mt-6" busy={busy} onClick={() => void claim()}>
        Open the creation here
      </Button>
    </>
  )
}
