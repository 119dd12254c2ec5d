import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { configQuery } from '../../config/index.ts'
import { useAuth } from '../../identity/index.ts'
import { leaveAddress } from '../api/leave-address.ts'

/**
 * A visitor may leave an address for the letters of this run, unless one was `given` with the
 * payment; an account has one of its own.
 */
export function AddressField({ jobId, given }: { jobId: string; given: string }) {
  const { user, loading } = useAuth()
  const { data: config } = useQuery(configQuery)
  const [email, setEmail] = useState(given)
  const [left, setLeft] = useState(given !== '')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  if (user || loading || !config) return null
  if (config.mail === 'none') {
    return <p className="text-sm text-muted">No mail goes out from this site.</p>
  }
  if (left) {
    return (
      <p role="status" className="text-sm">
        {given ? (
          <>
            We write to <span className="break-all">{email}</span>.
          </>
        ) : (
          `A link goes to ${email} when the run ends.`
        )}
        {config.mail === 'inbox' && ' On this machine letters stay at /dev/inbox.'}
      </p>
    )
  }

  async function leave(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    try {
      await leaveAddress(jobId, email)
      setLeft(true)
    } catch (error) {
      setFault(readReason(error, 'This did not work. Please try again.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="flex flex-col gap-3" onSubmit={(event) => void leave(event)}>
      <Input
        label="Send me a link when it is ready"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        placeholder="you@example.com"
        value={email}
        error={fault}
        hint="For letters about this run and its payment alone."
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button kind="secondary" type="submit" busy={busy}>
        Send me a link
      </Button>
    </form>
  )
}
