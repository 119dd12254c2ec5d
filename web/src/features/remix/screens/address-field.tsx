import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { apiMutation } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { configQuery } from '../../config/index.ts'
import { useAuth } from '../../identity/index.ts'

/**
 * A visitor may leave an address for the letters of this run, unless one was `given` with the
 * payment; an account has one of its own.
 */
export function AddressField({ jobId, given }: { jobId: string; given: string }) {
  const { user, loading } = useAuth()
  const { data: config } = useQuery(configQuery)
  const [email, setEmail] = useState(given)
  const leave = useMutation({
    ...apiMutation('leaveAddress'),
    onSuccess: () => track('address_left'),
  })
  if (user || loading || !config) return null
  if (config.mail === 'none') {
    return <p className="text-sm text-muted">No mail goes out from this site.</p>
  }
  if (given || leave.isSuccess) {
    return (
      <p role="status" className="text-sm">
        {given ? (
          <>
            We write to <span className="break-all">{given}</span>.
          </>
        ) : (
          `A link goes to ${email} when the run ends.`
        )}
        {config.mail === 'inbox' && ' On this machine letters stay at /dev/inbox.'}
      </p>
    )
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    leave.mutate({ params: { id: jobId }, body: { email } })
  }

  return (
    <form className="flex flex-col gap-3" onSubmit={submit}>
      <Input
        label="Send me a link when it is ready"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        placeholder="you@example.com"
        value={email}
        error={
          leave.error ? readReason(leave.error, 'This did not work. Please try again.') : undefined
        }
        hint="For letters about this run and its payment alone."
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button kind="secondary" type="submit" busy={leave.isPending}>
        Send me a link
      </Button>
    </form>
  )
}
