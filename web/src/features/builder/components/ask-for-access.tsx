import { useMutation } from '@tanstack/react-query'
import type { ProviderView } from '@vignette/contract/app.ts'
import { formatDay } from '@vignette/contract/dates.ts'
import { apiMutation } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { toast } from '../../../ui/toast.tsx'

/** Where only approved creators may publish, and this one is not approved: the way to ask for it. */
export function AskForAccess({ providers }: { providers: readonly ProviderView[] }) {
  const { user, loading, setUser } = useAuth()
  const { mutate, isPending } = useMutation({
    ...apiMutation('askForApproval'),
    onSuccess: setUser,
    onError: (error) => toast(readReason(error, 'It could not be sent. Please try again.')),
  })
  const closed = providers.filter((one) => one.approved_only)
  const isApproved = user?.roles.some((role) => role === 'approved_creator' || role === 'admin')
  if (loading || isApproved || closed.length === 0) return null
  const titles = new Intl.ListFormat('en').format(closed.map(({ title }) => title))

  return (
    <p className="mt-1 text-sm text-muted">
      Only approved creators may publish with {titles}.{' '}
      {user?.asked_approval_at ? (
        `You asked for access on ${formatDay(user.asked_approval_at)}; a notice tells you when you have it.`
      ) : user ? (
        <button
          type="button"
          className="text-ink underline"
          disabled={isPending}
          onClick={() => mutate({})}
        >
          Ask for access
        </button>
      ) : (
        'Sign in to ask for access.'
      )}
    </p>
  )
}
