import { useQuery } from '@tanstack/react-query'
import { peekAnonymousId } from '../../../lib/anonymous-id.ts'
import { mayBeSignedIn } from '../../../lib/session-hint.ts'
import { Alert } from '../../../ui/alert.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { authorisationQuery } from '../api.ts'

/** What the reader has authorised for this recipe and not used: the remix page continues or releases it. */
export function OpenAuthorisation({ workflowId }: { workflowId: string }) {
  const { data } = useQuery({
    ...authorisationQuery(workflowId),
    // A browser that has bought nothing asks for no payment.
    enabled: peekAnonymousId() !== undefined || mayBeSignedIn(),
  })
  if (!data) return null
  return (
    <div className="mt-4">
      <Alert
        title="Already authorised"
        action={
          <LinkButton to={`/workflows/${workflowId}/remix`} kind="secondary" size="sm">
            Continue or release
          </LinkButton>
        }
      >
        {data.next}
      </Alert>
    </div>
  )
}
