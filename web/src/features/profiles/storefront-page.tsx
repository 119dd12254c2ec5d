import { useQuery } from '@tanstack/react-query'
import type { StorefrontView } from '@vignette/contract/storefronts.ts'
import { isNotFound } from '../../lib/api-error.ts'
import { useAuth } from '../../lib/identity/auth-context.tsx'
import { Redirect, usePlace } from '../../lib/router.tsx'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { AiMade } from '../../ui/ai-made.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Picture } from '../../ui/media.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { LoadingTitle, Skeleton } from '../../ui/skeleton.tsx'
import { storefrontQuery } from './api.ts'
import { CreationRow } from './components/creation-row.tsx'
import { FeaturedWorkflow } from './components/featured-workflow.tsx'
import { StorefrontHeader } from './components/storefront-header.tsx'
import { WorkflowGrid } from './components/workflow-grid.tsx'

export function StorefrontPage() {
  const { id, search } = usePlace()
  const query = useQuery(storefrontQuery(id))
  const { data } = query
  const missing = isNotFound(query.error)
  usePageTitle(missing && !data ? 'No such creator' : `@${data?.handle ?? id}`)

  // The address has a past username, or capitals.
  if (data && data.handle !== id)
    return <Redirect to={`/@${data.handle}${search ? `?${search}` : ''}`} />
  if (missing && !data)
    return (
      <NotFound
        title="No creator has this name"
        action={<LinkButton to="/workflows">Browse Workflows</LinkButton>}
      >
        The account may have been deleted, or its name changed long ago.
      </NotFound>
    )
  return (
    <QueryState
      query={query}
      failed="This page could not be loaded"
      level={1}
      loading={<StorefrontSkeleton />}
    >
      {(storefront) => <Storefront storefront={storefront} />}
    </QueryState>
  )
}

function Storefront({ storefront }: { storefront: StorefrontView }) {
  const { user } = useAuth()
  const { handle, cover, featured, recipes, recipes_total: total, made_with, made_by } = storefront
  const isOwn = user?.username === handle
  const unlisted = total - recipes.length - (featured ? 1 : 0)
  const isEmpty = total === 0 && made_by.length === 0
  return (
    <div className="shell pt-10 pb-20 sm:pt-14">
      {cover && (
        <div className="relative mb-8 aspect-[5/2] overflow-hidden rounded-xl bg-sunken sm:aspect-[5/1]">
          <Picture
            media={cover}
            {...(cover.kind === 'video' && { url: cover.preview_url ?? undefined, media: null })}
            alt=""
            sizes="(min-width: 90rem) 84rem, 100vw"
            priority
            // A creation may have a border of its own, such as a poster's paper.
            {...(!cover.uploaded && { className: 'scale-125' })}
          />
          {!cover.uploaded && <AiMade />}
        </div>
      )}
      <StorefrontHeader storefront={storefront} isOwn={isOwn} />
      {featured && <FeaturedWorkflow recipe={featured} />}
      {recipes.length > 0 && (
        <section aria-labelledby="recipes" className="mt-12">
          <h2 id="recipes" className="text-2xl">
            {featured ? 'More recipes' : 'Recipes'}
          </h2>
          <div className="mt-6">
            <WorkflowGrid recipes={recipes} priority={!featured} />
          </div>
          {unlisted > 0 && (
            <div className="mt-9 flex justify-center">
              <LinkButton to={`/workflows?creator=${handle}`} kind="secondary">
                All {total} recipes
              </LinkButton>
            </div>
          )}
        </section>
      )}
      <CreationRow id="made-with" title="Made with these recipes" creations={made_with} signed />
      <CreationRow id="made-by" title={`Made by @${handle}`} creations={made_by} />
      {isEmpty && (
        <EmptyState
          title="Nothing here yet"
          action={
            isOwn ? (
              <LinkButton to="/studio/recipes/new">Make a recipe</LinkButton>
            ) : (
              <LinkButton to="/workflows">Browse Workflows</LinkButton>
            )
          }
        >
          {isOwn
            ? 'Recipes that you list and creations that you make public appear here.'
            : `@${handle} has no recipes and no public creations.`}
        </EmptyState>
      )}
    </div>
  )
}

function StorefrontSkeleton() {
  return (
    <>
      <LoadingTitle>Creator</LoadingTitle>
      <div className="shell pt-10 pb-20 sm:pt-14">
        <div className="flex items-center gap-5">
          <Skeleton className="size-20 rounded-full" />
          <div className="flex flex-col gap-2">
            <Skeleton className="h-9 w-48" />
            <Skeleton className="h-5 w-64" />
          </div>
        </div>
        <Skeleton className="mt-12 h-80 w-full rounded-xl" />
      </div>
    </>
  )
}
