import { useInfiniteQuery } from '@tanstack/react-query'
import { PAGE } from '@vignette/contract/limits.ts'
import { formatPrice } from '@vignette/contract/money.ts'
import type { WorkflowCard } from '@vignette/contract/workflows.ts'
import { useState } from 'react'
import { apiPages } from '../../../lib/api.ts'
import { formatLocalDate } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Emblem } from '../../../ui/emblem.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FileCode } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { Picture } from '../../../ui/media.tsx'
import { LoadMore, QueryPages } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TakeDownDialog } from '../../workflows/index.ts'

/** The caller's own recipes, including recipes that an admin hid. */
export function OwnWorkflows() {
  const query = useInfiniteQuery(
    apiPages('listWorkflows', { query: { creator: 'me', per_page: PAGE.profile } }),
  )
  const [leaving, setLeaving] = useState<WorkflowCard | undefined>()

  return (
    <section aria-labelledby="own-recipes">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="own-recipes" className="w-full text-xl font-semibold sm:w-auto">
          Your recipes
        </h2>
        <LinkButton to="/studio/recipes" kind="secondary" size="sm" className="sm:ml-auto">
          Open in the studio
        </LinkButton>
        <LinkButton to="/workflows/create" kind="secondary" size="sm">
          New recipe
        </LinkButton>
      </div>
      <QueryPages
        query={query}
        rows={(page) => page.workflows}
        line
        failed="Your recipes could not be loaded"
        loading={<Skeleton className="mt-4 h-40 w-full rounded-lg" />}
        empty={
          <EmptyState icon={FileCode} level={3} title="No recipes yet">
            A recipe is a list of steps that others remix with inputs of their own. You set the
            price.
          </EmptyState>
        }
        foot={<LoadMore query={query}>Load more recipes</LoadMore>}
      >
        {(recipes) => (
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {recipes.map((recipe) => (
              <WorkflowRow key={recipe.id} recipe={recipe} onTakeDown={() => setLeaving(recipe)} />
            ))}
          </ul>
        )}
      </QueryPages>
      <TakeDownDialog recipe={leaving} onClose={() => setLeaving(undefined)} />
    </section>
  )
}

function WorkflowRow({ recipe, onTakeDown }: { recipe: WorkflowCard; onTakeDown: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3">
      <span className="size-14 shrink-0 overflow-hidden rounded-md bg-sunken">
        {recipe.sample ? (
          <Picture media={recipe.sample} alt="" sizes="56px" />
        ) : (
          <Emblem seed={recipe.id} />
        )}
      </span>
      <div className="min-w-0 flex-1 basis-40">
        <Link
          to={`/workflows/${recipe.id}`}
          className="line-clamp-2 font-medium break-words hover:underline"
        >
          {recipe.name}
        </Link>
        <p className="text-sm text-muted tabular-nums">
          {formatPrice((recipe.launch ?? recipe).price)} · {recipe.remix_count}{' '}
          {recipe.remix_count === 1 ? 'remix' : 'remixes'}
        </p>
        {recipe.discover_from && (
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
            <Badge>Not in Discover yet</Badge> It enters on {formatLocalDate(recipe.discover_from)};
            its page works already.
          </p>
        )}
        {recipe.hidden && (
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
            <Badge tone="warn">Hidden</Badge> by an admin: nobody but you sees it.
          </p>
        )}
      </div>
      <div className="flex gap-2 max-sm:ml-18">
        <LinkButton
          to={`/workflows/create?edit=${recipe.id}`}
          kind="secondary"
          size="sm"
          aria-label={`Edit ${recipe.name}`}
        >
          Edit
        </LinkButton>
        <Button kind="ghost" size="sm" aria-label={`Take down ${recipe.name}`} onClick={onTakeDown}>
          Take down
        </Button>
      </div>
    </li>
  )
}
