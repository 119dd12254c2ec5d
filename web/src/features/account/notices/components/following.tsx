import { useInfiniteQuery } from '@tanstack/react-query'
import { formatPrice } from '@vignette/contract/money.ts'
import { priceNow } from '@vignette/contract/price-now.ts'
import type { ReactNode } from 'react'
import { apiPages } from '../../../../lib/api.ts'
import type { Answer } from '../../../../lib/client.ts'
import { formatLongDate } from '../../../../lib/dates.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { Emblem } from '../../../../ui/emblem.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Picture } from '../../../../ui/media.tsx'
import { LoadMore, QueryState } from '../../../../ui/query-state.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'

/** The creators that the reader follows, and their new recipes. */
export function Following() {
  const people = useInfiniteQuery(apiPages('listFollows', {}))
  const news = useInfiniteQuery(apiPages('listFollowedWorkflows', {}))
  return (
    <QueryState
      query={{
        data: people.data && news.data && { people: people.data, news: news.data },
        error: people.error ?? news.error,
        refetch: () => Promise.all([people.refetch(), news.refetch()]),
      }}
      failed="This could not be loaded"
      loading={<Skeleton className="h-72 w-full rounded-lg" />}
    >
      {(lists) => {
        const followed = lists.people.pages.flatMap((page) => page.follows)
        const recipes = lists.news.pages.flatMap((page) => page.workflows)
        if (followed.length === 0) return <NobodyFollowed />
        return (
          <div className="flex flex-col gap-12">
            <NewRecipes recipes={recipes}>
              <LoadMore query={news} />
            </NewRecipes>
            <Followed people={followed}>
              <LoadMore query={people} />
            </Followed>
          </div>
        )
      }}
    </QueryState>
  )
}

function NobodyFollowed() {
  return (
    <EmptyState
      title="You follow no creator yet"
      action={
        <LinkButton to="/workflows" kind="secondary">
          Discover recipes
        </LinkButton>
      }
    >
      Open the page of a creator by the name on a recipe, and press Follow: new recipes then stand
      here.
    </EmptyState>
  )
}

function NewRecipes({
  recipes,
  children,
}: {
  recipes: Answer<'listFollowedWorkflows'>['workflows']
  children: ReactNode
}) {
  return (
    <section aria-labelledby="new-recipes">
      <h2 id="new-recipes" className="text-xl font-semibold">
        New recipes
      </h2>
      {recipes.length === 0 && <p className="mt-3 text-muted">None is listed now.</p>}
      <ul className="mt-3 divide-y divide-line">
        {recipes.map((recipe) => (
          <li key={recipe.id} className="flex items-center gap-4 py-3">
            <span className="block size-16 shrink-0 overflow-hidden rounded-md bg-sunken">
              {recipe.sample ? (
                <Picture media={recipe.sample} alt="" sizes="64px" />
              ) : (
                <Emblem seed={recipe.id} />
              )}
            </span>
            <span className="min-w-0 flex-1">
              <Link
                to={`/workflows/${recipe.id}`}
                className="inline-flex min-h-11 items-center font-medium wrap-anywhere hover:underline"
              >
                {recipe.name}
              </Link>
              <span className="block text-sm wrap-anywhere text-muted">
                @{recipe.creator_handle} · {formatPrice(priceNow(recipe))} ·{' '}
                {formatLongDate(recipe.created_at)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}

function Followed({
  people,
  children,
}: {
  people: Answer<'listFollows'>['follows']
  children: ReactNode
}) {
  return (
    <section aria-labelledby="followed">
      <h2 id="followed" className="text-xl font-semibold">
        Creators you follow
      </h2>
      <ul className="mt-3 flex flex-wrap gap-x-6">
        {people.map(({ id, handle }) => (
          <li key={id} className="min-w-0">
            <Link
              to={`/@${handle}`}
              className="flex min-h-11 items-center break-all underline decoration-line-strong underline-offset-4 hover:decoration-ink"
            >
              @{handle}
            </Link>
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
