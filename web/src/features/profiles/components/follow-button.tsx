import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery, send } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { useSignIn } from '../../../lib/identity/use-sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'

/** A follower gets a notice of each new recipe, and the creator's letters. Without an account the button asks to sign in first. */
export function FollowButton({ id, handle }: { id: string; handle: string }) {
  const client = useQueryClient()
  const { user } = useAuth()
  const { offered, label, starting, start } = useSignIn()
  const [asks, setAsks] = useState(false)
  const query = apiQuery('getFollow', { params: { id } })
  const { data } = useQuery({ ...query, enabled: user !== null })
  const following = user !== null && data?.following === true
  const changing = useMutation({
    mutationFn: () => send(client, following ? 'unfollow' : 'follow', { params: { id } }),
    onSuccess: () => {
      client.setQueryData(query.queryKey, { following: !following })
      toast(
        following
          ? `You follow @${handle} no longer`
          : `You follow @${handle}: their letters come twice a month at most`,
      )
    },
    onError: (error) => toastError(readReason(error, 'It could not be saved. Please try again.')),
  })

  if (!user && !offered) return null
  const title = `Sign in to follow @${handle}`
  return (
    <>
      <Button
        kind={following ? 'secondary' : 'primary'}
        busy={changing.isPending}
        disabled={user !== null && !data}
        aria-label={user ? undefined : title}
        onClick={() => (user ? changing.mutate() : setAsks(true))}
      >
        {following ? 'Following' : 'Follow'}
      </Button>
      <Dialog
        open={asks}
        onOpenChange={setAsks}
        title={title}
        description={`You are then told of each new recipe, and get the letters of @${handle}, twice a month at most. Nobody sees whom you follow.`}
      >
        <Button
          className="mt-6 w-full"
          busy={starting}
          onClick={() => void start({ returns: true })}
        >
          {label}
        </Button>
      </Dialog>
    </>
  )
}
