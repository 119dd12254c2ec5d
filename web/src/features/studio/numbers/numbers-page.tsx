import { useQuery } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { useQueryParams } from '../../../lib/router.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Link } from '../../../ui/link.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type StudioNumbers, studioNumbersQuery } from '../api.ts'
import { StudioRoom } from '../components/studio-room.tsx'
import { countOf, describePeople } from './describe-people.ts'
import { NumberTable } from './number-table.tsx'
import { NumbersView } from './numbers-view.tsx'
import { readRange } from './range-choice.tsx'

/** The numbers of all recipes of the creator. */
export function NumbersPage() {
  return (
    <StudioRoom title="Numbers">
      <AllNumbers />
    </StudioRoom>
  )
}

function AllNumbers() {
  const [params, setParams] = useQueryParams()
  const range = readRange(params.get('range'))
  const query = useQuery(studioNumbersQuery(range))
  return (
    <QueryState
      query={query}
      failed="Your numbers could not be loaded"
      loading={<Skeleton className="h-96 w-full rounded-lg" />}
    >
      {(numbers) => (
        <NumbersView
          numbers={numbers}
          range={range}
          onRange={(next) => setParams(next === '30' ? {} : { range: next })}
          nothing={
            <EmptyState
              title="Your first visitor will show up here"
              action={<LinkButton to="/studio/recipes">Your recipes</LinkButton>}
            >
              Nobody has opened a recipe of yours in this period. Under Share, each recipe has an
              address to post.
            </EmptyState>
          }
        >
          <Recipes recipes={numbers.recipes} range={range} />
        </NumbersView>
      )}
    </QueryState>
  )
}

function Recipes({ recipes, range }: { recipes: StudioNumbers['recipes']; range: string }) {
  return (
    <section aria-labelledby="recipes">
      <h2 id="recipes" className="text-xl font-semibold">
        Recipe by recipe
      </h2>
      <div className="mt-3">
        <NumberTable
          label="Recipe by recipe, as a table"
          columns={[
            { name: 'Recipe', text: true },
            { name: 'Visitors' },
            { name: 'Remixes' },
            { name: 'Sales' },
            { name: 'Earned' },
          ]}
          rows={recipes.map(({ id, name, visitors, runs, sales, earned }) => ({
            key: id,
            cells: [
              <Link
                key="name"
                to={`/studio/recipes/${id}?tab=numbers&range=${range}`}
                className="inline-flex min-h-11 items-center underline"
              >
                {name}
              </Link>,
              describePeople(visitors),
              countOf(runs),
              countOf(sales),
              formatCents(earned),
            ],
          }))}
        />
      </div>
    </section>
  )
}
