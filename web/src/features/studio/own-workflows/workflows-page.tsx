import { useInfiniteQuery } from '@tanstack/react-query'
import type { WorkflowState } from '@vignette/contract/workflows.ts'
import { useQueryParams } from '../../../lib/router.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select } from '../../../ui/field.tsx'
import { FileCode } from '../../../ui/icons.tsx'
import { QueryPages } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ownWorkflowsQuery } from '../api.ts'
import { StudioRoom } from '../components/studio-room.tsx'
import { STATE_WORDS } from './describe-workflow.ts'
import { DraftList } from './draft-list.tsx'
import { WorkflowRow } from './workflow-row.tsx'

const STATES = Object.keys(STATE_WORDS) as WorkflowState[]
const FILTERS = [
  { value: '', label: 'All recipes' },
  ...STATES.map((state) => ({ value: state, label: STATE_WORDS[state].label })),
]

export function WorkflowsPage() {
  return (
    <StudioRoom
      title="Recipes"
      beside={<LinkButton to="/studio/recipes/new">New recipe</LinkButton>}
    >
      <div className="flex flex-col gap-10">
        <DraftList />
        <Recipes />
      </div>
    </StudioRoom>
  )
}

function Recipes() {
  const [params, setParams] = useQueryParams()
  const state = STATES.find((one) => one === params.get('state'))
  const query = useInfiniteQuery(ownWorkflowsQuery(state))
  return (
    <section aria-labelledby="own-recipes">
      <h2 id="own-recipes" className="text-xl font-semibold">
        Your recipes
      </h2>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
        <div className="w-44">
          <Select
            label="Show"
            hideLabel
            options={FILTERS}
            value={state ?? ''}
            onChange={(event) => setParams(event.target.value ? { state: event.target.value } : {})}
          />
        </div>
        <p className="text-sm text-muted">
          Figures of the last 30 days, in UTC; tests are left out.
        </p>
      </div>
      <QueryPages
        query={query}
        rows={(page) => page.workflows}
        failed="Your recipes could not be loaded"
        level={3}
        loading={<RowSkeletons />}
        empty={<NoRecipes state={state} />}
      >
        {(recipes) => (
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {recipes.map((recipe) => (
              <WorkflowRow key={recipe.id} recipe={recipe} />
            ))}
          </ul>
        )}
      </QueryPages>
    </section>
  )
}

function RowSkeletons() {
  return (
    <div className="mt-4 flex flex-col gap-3" role="status" aria-label="Loading recipes">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-20 w-full rounded-lg" />
      ))}
    </div>
  )
}

function NoRecipes({ state }: { state: WorkflowState | undefined }) {
  if (state) {
    return (
      <EmptyState level={3} title="No recipe here">
        None of your recipes is {STATE_WORDS[state].label.toLowerCase()}.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={FileCode}
      level={3}
      title="No recipes yet"
      action={<LinkButton to="/studio/recipes/new">New recipe</LinkButton>}
    >
      A recipe is a list of steps that other people remix with inputs of their own. You set the
      price.
    </EmptyState>
  )
}
