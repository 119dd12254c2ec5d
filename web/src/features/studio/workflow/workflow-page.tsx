import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { formatPrice } from '@vignette/contract/money.ts'
import type { OwnWorkflowRow } from '@vignette/contract/own-workflows.ts'
import { RESTORABLE_DAYS } from '@vignette/contract/recipe-limits.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { isNotFound } from '../../../lib/api-error.ts'
import { formatLocalDate } from '../../../lib/dates.ts'
import { usePlace, useQueryParams } from '../../../lib/router.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { workflowQuery } from '../../workflows/index.ts'
import { ownWorkflowsQuery } from '../api.ts'
import { StudioRoom } from '../components/studio-room.tsx'
import { NumbersTab } from '../numbers/numbers-tab.tsx'
import { STATE_WORDS, wordsOf } from '../own-workflows/describe-workflow.ts'
import { useWorkflowMenu } from '../own-workflows/use-workflow-menu.tsx'
import { EditTab } from './edit-tab.tsx'
import { FailingNote } from './failing-note.tsx'
import { PromoteTab } from './promote-tab.tsx'
import { RunsTab } from './runs-tab.tsx'
import { ShareTab } from './share-tab.tsx'
import { VersionsTab } from './versions-tab.tsx'

/** One recipe of the creator: its draft, its versions, its runs and its link. */
export function WorkflowPage() {
  const { id } = usePlace()
  const valid = UUID_PATTERN.test(id)
  const query = useQuery({ ...workflowQuery(id), enabled: valid })
  const recipe = query.data
  const missing = !valid || isNotFound(query.error) || recipe?.is_owner === false
  const gone = useInfiniteQuery({ ...ownWorkflowsQuery('taken_down'), enabled: valid && missing })
  const takenDown = gone.data?.pages.flatMap((page) => page.workflows).find((one) => one.id === id)
  return (
    <StudioRoom
      title={
        (missing ? takenDown : recipe)?.name ??
        (missing && !gone.isLoading ? 'Recipe not found' : 'Recipe')
      }
    >
      {missing && gone.isLoading ? (
        <Skeleton className="h-72 w-full rounded-lg" />
      ) : missing && takenDown ? (
        <TakenDown recipe={takenDown} />
      ) : missing ? (
        <EmptyState
          title="This is not one of your recipes"
          action={<LinkButton to="/studio/recipes">Your recipes</LinkButton>}
        >
          It was taken down more than {RESTORABLE_DAYS} days ago, or it belongs to another creator.
        </EmptyState>
      ) : (
        <QueryState
          query={query}
          failed="This recipe could not be loaded"
          loading={<Skeleton className="h-72 w-full rounded-lg" />}
        >
          {(shown) => <Recipe key={id} recipe={shown} />}
        </QueryState>
      )}
    </StudioRoom>
  )
}

/** A recipe that can still come back, to look at. */
function TakenDown({ recipe }: { recipe: OwnWorkflowRow }) {
  const { items } = useWorkflowMenu(recipe)
  return (
    <>
      <p className="-mt-4 text-sm text-muted tabular-nums">
        {formatPrice(recipe.price)} · version {recipe.version}
      </p>
      <div className="mt-6">
        <Alert
          title={STATE_WORDS.taken_down.label}
          action={items.map(
            (item) =>
              'act' in item && (
                <Button
                  key={item.label}
                  kind="secondary"
                  busy={item.disabled === true}
                  onClick={item.act}
                >
                  {item.label}
                </Button>
              ),
          )}
        >
          {STATE_WORDS.taken_down.meaning} It can come back until{' '}
          {formatLocalDate(recipe.restorable_until)}.
        </Alert>
      </div>
      <div className="mt-8 flex flex-col gap-10">
        <VersionsTab id={recipe.id} readOnly />
        <RunsTab id={recipe.id} />
      </div>
    </>
  )
}

const TABS = ['edit', 'versions', 'runs', 'numbers', 'promote', 'share'] as const

function Recipe({ recipe }: { recipe: WorkflowView }) {
  const [params, setParams] = useQueryParams()
  const tab = TABS.find((one) => one === params.get('tab')) ?? 'versions'
  const stateName = recipe.state ?? (recipe.hidden ? 'hidden' : 'listed')
  const state = wordsOf(stateName, recipe.failing)
  const { items, dialog } = useWorkflowMenu({ ...recipe, state: stateName })
  return (
    <>
      <div className="-mt-4 flex items-center gap-3">
        <Badge tone={state.tone}>{state.label}</Badge>
        <p className="min-w-0 flex-1 text-sm text-muted tabular-nums">
          {formatPrice((recipe.launch ?? recipe).price)} · version {recipe.version} ·{' '}
          {state.meaning}
        </p>
        <Menu label={`What to do with ${recipe.name}`} items={items} />
      </div>
      {recipe.failing && <FailingNote id={recipe.id} />}
      {stateName === 'hidden' && (
        <div className="mt-6">
          <Alert
            tone="warn"
            title="An admin hid this recipe"
            action={
              <LinkButton to="/studio/recipes?state=hidden" kind="secondary">
                Reason and objection
              </LinkButton>
            }
          >
            Its page is yours alone, and nobody can start it.
          </Alert>
        </div>
      )}
      <div className="mt-8">
        <Tabs
          label="Recipe"
          value={tab}
          onChange={(next) => setParams(next === 'versions' ? {} : { tab: next })}
          tabs={[
            { value: 'edit', label: 'Edit', content: <EditTab recipe={recipe} /> },
            {
              value: 'versions',
              label: 'Versions',
              content: <VersionsTab id={recipe.id} />,
            },
            { value: 'runs', label: 'Remixes', content: <RunsTab id={recipe.id} /> },
            { value: 'promote', label: 'Promote', content: <PromoteTab recipe={recipe} /> },
            {
              value: 'numbers',
              label: 'Numbers',
              content: <NumbersTab id={recipe.id} />,
            },
            {
              value: 'share',
              label: 'Share',
              content: <ShareTab recipe={recipe} state={stateName} />,
            },
          ]}
        />
      </div>
      {dialog}
    </>
  )
}
