import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../lib/client.ts'
import { Alert } from '../../ui/alert.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
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
  const query = useQuery(ownStorefrontQuery)
  return (
    <QueryState
      query={query}
      failed="Your storefront could not be loaded"
      loading={<Skeleton className="h-96 w-full max-w-2xl rounded-lg" />}
    >
      {(storefront) => <Edit storefront={storefront} />}
    </QueryState>
  )
}

function Edit({ storefront }: { storefront: Answer<'getOwnStorefront'> }) {
  const { handle, followers } = storefront
  return (
    <div className="flex max-w-2xl flex-col gap-8">
      {handle ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-3 text-muted">
          <span className="min-w-0 break-all">
            {location.host}/@{handle}
          </span>
          <LinkButton to={`/@${handle}`} kind="secondary" size="sm">
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
      <p className="text-muted">
        {followers === 0
          ? 'Nobody follows you yet.'
          : `${followers.toLocaleString('en-US')} ${followers === 1 ? 'person follows' : 'people follow'} you. Only you see this number while it is small.`}
      </p>
      <StorefrontForm storefront={storefront} />
    </div>
  )
}
