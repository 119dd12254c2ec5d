import { useMutation, useQuery } from '@tanstack/react-query'
import type { CollectionView } from '@vignette/contract/collections.ts'
import { creatorPath } from '@vignette/contract/creator-path.ts'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { apiMutation } from '../../../lib/api.ts'
import { isNotFound, readReason } from '../../../lib/api-error.ts'
import { usePlace, useQueryParams } from '../../../lib/router.tsx'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Share } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { LoadingTitle, Skeleton } from '../../../ui/skeleton.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import { collectionQuery } from '../api.ts'
import { CopyLink } from '../components/copy-link.tsx'
import { ReportButton } from '../report/report-button.tsx'
import { shareLink } from '../share/share-link.ts'
import { CollectionTile } from './collection-tile.tsx'
import { CollectionTools } from './collection-tools.tsx'
import { VISIBILITY_WORDS } from './visibility-words.ts'

export function CollectionPage() {
  const { id } = usePlace()
  const key = useQueryParams()[0].get('key') ?? undefined
  const known = UUID_PATTERN.test(id)
  const query = useQuery({ ...collectionQuery(id, key), enabled: known })
  const missing = !known || isNotFound(query.error)
  usePageTitle(missing ? 'Collection not found' : (query.data?.name ?? 'Collection'))

  if (missing)
    return (
      <NotFound
        title="Collection not found"
        action={<LinkButton to="/workflows">Browse Workflows</LinkButton>}
      >
        It may be private, or have been deleted.
      </NotFound>
    )
  return (
    <QueryState
      query={query}
      failed="This collection could not be loaded"
      level={1}
      loading={<CollectionSkeleton />}
    >
      {(collection) => <Collection collection={collection} />}
    </QueryState>
  )
}

function CollectionSkeleton() {
  return (
    <div className="shell pt-10 pb-20 sm:pt-14">
      <LoadingTitle>Collection</LoadingTitle>
      <Skeleton className="h-10 w-64" />
      <Skeleton className="mt-10 h-80 w-full rounded-xl" />
    </div>
  )
}

function Collection({ collection }: { collection: CollectionView }) {
  const { id, name, items, visibility, is_owner: isOwner, owner_handle: handle } = collection

  const remove = useMutation({
    ...apiMutation('removeFromCollection'),
    onSuccess: () => toast('Removed from the collection'),
    onError: (error) => toastError(readReason(error, 'It could not be removed. Please try again.')),
  })

  async function share() {
    const outcome = await shareLink(name, collection.secret_link ?? location.href)
    if (outcome === 'copied') toast('Link copied')
    if (outcome === 'failed')
      toastError('The link could not be copied. Copy it from the address bar.')
  }

  return (
    <article className="shell pt-10 pb-20 sm:pt-14">
      <header className="flex flex-wrap items-start gap-x-6 gap-y-5">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="text-3xl wrap-anywhere">{name}</h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-muted">
            <span className="wrap-anywhere">
              {items.length} saved by {isOwner ? 'you' : <Keeper handle={handle} />}
            </span>
            {isOwner && <Badge>{VISIBILITY_WORDS[visibility]}</Badge>}
            {collection.hidden && <Badge tone="warn">Hidden by the operator</Badge>}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2.5">
          {visibility !== 'private' && (
            <Button kind="secondary" size="icon" aria-label="Share" onClick={() => void share()}>
              <Icon of={Share} />
            </Button>
          )}
          {isOwner && <CollectionTools collection={collection} />}
        </div>
      </header>
      {collection.secret_link && (
        <div className="mt-6 max-w-lg">
          <CopyLink link={collection.secret_link} name="secret link" />
        </div>
      )}
      {items.length > 0 ? (
        <ul
          aria-label="Saved"
          className="mt-10 grid grid-cols-2 gap-x-3 gap-y-8 sm:gap-x-4 lg:grid-cols-4"
        >
          {items.map((item) => {
            const itemId = item.type === 'creation' ? item.creation.id : item.workflow.id
            return (
              <CollectionTile
                key={itemId}
                item={item}
                {...(isOwner && { onRemove: () => remove.mutate({ params: { id, itemId } }) })}
              />
            )
          })}
        </ul>
      ) : (
        <EmptyState
          title="Nothing here yet"
          action={<LinkButton to="/workflows">Browse Workflows</LinkButton>}
        >
          {isOwner
            ? 'Save recipes and creations from their pages.'
            : 'What is in this collection is not public.'}
        </EmptyState>
      )}
      {!isOwner && visibility === 'public' && (
        <div className="mt-12 -ml-3.5">
          <ReportButton subject={{ type: 'collection', id }} />
        </div>
      )}
    </article>
  )
}

/** The owner's name links to the owner's page; a guest has no page. */
function Keeper({ handle }: { handle: string }) {
  if (handle.startsWith('guest-')) return `@${handle}`
  return (
    <Link
      to={creatorPath(handle)}
      className="underline decoration-line-strong underline-offset-4 hover:decoration-ink"
    >
      @{handle}
    </Link>
  )
}
