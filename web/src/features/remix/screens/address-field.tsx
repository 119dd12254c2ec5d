import { useQuery } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { send } from '../../../lib/api.ts'
import { checkEmail } from '../../../lib/check-email.ts'
import { configQuery } from '../../../lib/config.ts'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { useForm } from '../../../lib/use-form.ts'
import { Input } from '../../../ui/field.tsx'
import { Form, Submit } from '../../../ui/form.tsx'

/**
 * A visitor may leave an address for the letters of this run, unless one was `given` with the
 * payment; an account has one of its own.
 */
export function AddressField({ jobId, given }: { jobId: string; given: string }) {
  const { user, loading } = useAuth()
  const { data: config } = useQuery(configQuery)
  const form = useForm({
    first: { email: given },
    check: ({ email }) => ({ email: checkEmail(email) }),
    act: (body, { client }) => send(client, 'leaveAddress', { params: { id: jobId }, body }),
    done: () => track('address_left'),
    failed: 'This did not work. Please try again.',
    at: 'email',
  })
  if (user || loading || !config) return null
  if (config.mail === 'none') {
    return <p className="text-sm text-muted">No mail goes out from this site.</p>
  }
  if (given || form.sent) {
    return (
      <p role="status" className="text-sm">
        {given ? (
          <>
            We write to <span className="break-all">{given}</span>.
          </>
        ) : (
          `A link goes to ${form.values.email} when the remix ends.`
        )}
        {config.mail === 'inbox' && ' On this machine letters stay at /dev/inbox.'}
      </p>
    )
  }

  return (
    <Form form={form} className="flex flex-col gap-3">
      <Input
        label="Send me a link when it is ready"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        placeholder="you@example.com"
        hint="For letters about this remix and its payment alone."
        {...form.field('email')}
      />
      <Submit form={form} kind="secondary">
        Send me a link
      </Submit>
    </Form>
  )
}
