import { useQuery } from '@tanstack/react-query'
import { Alert } from '../../ui/alert.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ownStorefrontQuery } from './api.ts'
import { StorefrontForm } from './components/storefront-form.tsx'
import { StudioRoom } from './components/studio-room.tsx'

/** The form for what the reader's own storefront shows. */
export function EditStorefrontPage() {
  return (
    <StudioRoom title="Storefront">
      <EditStorefront />
    </StudioRoom>
  )
}

function EditStorefront() {
  const { data, error, refetch } = useQuery(ownStorefrontQuery)
  if (error && !data)
    return (
      <ErrorState
        error={error}
        title="Your storefront could not be loaded"
        action={<Button onClick={() => void refetch()}>Try Again</Button>}
      />
    )
  if (!data) return <Skeleton className="h-96 w-full max-w-2xl rounded-lg" />
  return (
    <div className="flex max-w-2xl flex-col gap-8">
      {data.handle ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-3 text-muted">
          <span className="min-w-0 break-all">
            {location.host}/@{data.handle}
          </span>
          <LinkButton to={`/@${data.handle}`} kind="secondary" size="sm">
            Open the page
          </LinkButton>
        </p>
      ) : (
        <Alert
          tone="warn"
          title="The page needs a username"
          action={
            <LinkButton to="/profile" kind="secondary" size="sm">
              Choose a username
            </LinkButton>
          }
        >
          Your username is the address of your storefront. Nobody can open it before you have chosen
          one.
        </Alert>
      )}
      <StorefrontForm storefront={data} />
    </div>
  )
}
