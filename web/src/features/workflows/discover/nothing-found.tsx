import { useInfiniteQuery } from '@tanstack/react-query'
import { CATEGORIES, nameCategory } from '@vignette/contract/categories.ts'
import { useMaySell } from '../../../lib/identity/use-may-sell.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Link } from '../../../ui/link.tsx'
import { workflowsQuery } from '../api.ts'
import { WorkflowGrid } from './workflow-grid.tsx'

/** One row of the widest grid. */
const SHOWN = 4

interface Props {
  /** False where there is no recipe at all. */
  filtered: boolean
  words: string | undefined
  /** Words that many visitors searched for; offered where a search found nothing. */
  popular: readonly string[]
  onClear: () => void
}

export function NothingFound({ filtered, words, popular, onClear }: Props) {
  const maySell = useMaySell()
  if (!filtered)
    return (
      <EmptyState
        title="No workflows yet"
        action={maySell && <LinkButton to="/workflows/create">Create a recipe</LinkButton>}
      >
        {maySell ? 'Be the first to create and share your AI workflow!' : 'Come back soon.'}
      </EmptyState>
    )
  return (
    <>
      <EmptyState
        title={words ? `Nothing matches “${words}”` : 'Nothing matches'}
        action={<Button onClick={onClear}>Show all recipes</Button>}
      >
        Try fewer words or another spelling, or take a filter away.
      </EmptyState>
      <div className="mx-auto flex max-w-2xl flex-col gap-6 pb-16">
        <Suggestions
          title="Popular searches"
          links={popular.map((word) => [`q=${encodeURIComponent(word)}`, word])}
        />
        <Suggestions
          title="Or look through"
          links={CATEGORIES.map((one) => [`category=${one}`, nameCategory(one)])}
        />
      </div>
      <PopularRecipes />
    </>
  )
}

/** Shows popular recipes, so that a search without a match does not end at an empty page. */
function PopularRecipes() {
  const { data } = useInfiniteQuery(workflowsQuery({ sort_by: 'popular', sort_order: 'DESC' }))
  const recipes = data?.pages[0]?.workflows.slice(0, SHOWN) ?? []
  if (recipes.length === 0) return null
  return (
    <section aria-labelledby="popular" className="border-t border-line pt-9">
      <h2 id="popular" className="mb-6 text-xl">
        Popular this week
      </h2>
      <WorkflowGrid recipes={recipes} />
    </section>
  )
}

function Suggestions({
  title,
  links,
}: {
  title: string
  links: readonly (readonly [query: string, words: string])[]
}) {
  if (links.length === 0) return null
  return (
    <section aria-label={title} className="text-center">
      <h2 className="text-sm text-muted">{title}</h2>
      <ul className="mt-2 flex flex-wrap justify-center gap-2">
        {links.map(([query, words]) => (
          <li key={query}>
            <Link
              to={`/workflows?${query}`}
              className="inline-flex min-h-11 items-center rounded-full border border-line-strong bg-surface px-4 text-[0.9375rem] transition-colors hover:border-ink/60"
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
