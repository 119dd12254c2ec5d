import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery, send } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { useSignIn } from '../../../lib/identity/use-sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'

/** A follower gets a notice of each new recipe. Without an account the button leads to the sign-in. */
export function FollowButton({ id, handle }: { id: string; handle: string }) {
  const client = useQueryClient()
  const { user } = useAuth()
  const { offered, starting, start } = useSignIn()
  const query = apiQuery('getFollow', { params: { id } })
  const { data } = useQuery({ ...query, enabled: user !== null })
  const following = user !== null && data?.following === true
  const changing = useMutation({
    mutationFn: () => send(client, following ? 'unfollow' : 'follow', { params: { id } }),
    onSuccess: () => {
      client.setQueryData(query.queryKey, { following: !following })
      toast(following ? `You follow @${handle} no longer` : `You follow @${handle}`)
    },
    onError: (error) => toastError(readReason(error, 'It could not be saved. Please try again.')),
  })

  if (!user && !offered) return null
  return (
    <Button
      kind={following ? 'secondary' : 'primary'}
      busy={changing.isPending || starting}
      disabled={user !== null && !data}
      aria-label={user ? undefined : `Sign in to follow @${handle}`}
      onClick={() => (user ? changing.mutate() : void start({ returns: true }))}
    >
      {following ? 'Following' : 'Follow'}
    </Button>
  )
}
