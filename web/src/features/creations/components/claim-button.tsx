import { useMutation } from '@tanstack/react-query'
import { apiMutation } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { navigate } from '../../../lib/router.tsx'
import { Button } from '../../../ui/button.tsx'

/** Takes the creation of a letter into this browser, and opens it. */
export function ClaimButton({ token }: { token: string }) {
  const claim = useMutation({
    ...apiMutation('claimCreation'),
    onSuccess: ({ creation_id: id }) => navigate(`/creations/${id}`, { replace: true }),
  })
  return (
    <>
      {claim.error && (
        <p role="alert" className="mt-4 text-danger">
          {readReason(claim.error, 'This did not work. Please try again.')}
        </p>
      )}
      <Button
        className="mt-6"
        busy={claim.isPending || claim.isSuccess}
        onClick={() => claim.mutate({ body: { token } })}
      >
        Open the creation here
      </Button>
    </>
  )
}
