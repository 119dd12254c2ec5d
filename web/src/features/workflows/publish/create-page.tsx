import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { track } from '../../../lib/analytics.ts'
import { getAnonymousId } from '../../../lib/anonymous-id.ts'
import { ApiError, isNotFound } from '../../../lib/api-error.ts'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { useQueryParams } from '../../../lib/router.tsx'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Link } from '../../../ui/link.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { LoadingTitle, Skeleton } from '../../../ui/skeleton.tsx'
import { workflowSourceQuery } from '../api.ts'
import { RecipeForm } from './components/recipe-form.tsx'
import { SuccessPanel } from './components/success-panel.tsx'
import { EXAMPLES, writeExample } from './examples.ts'
import { usePublishWorkflow } from './use-publish-workflow.ts'

export function CreatePage() {
  const { user, loading } = useAuth()
  const [search, setSearch] = useQueryParams()
  const edit = search.get('edit') ?? undefined
  usePageTitle(edit ? 'Edit recipe' : 'Create a recipe')
  useEffect(() => track('workflow_create_viewed', { edit: edit !== undefined }), [edit])
  // The prefilled example contains the user_id, which is unknown until the session has loaded.
  const userId = loading ? undefined : (user?.id ?? getAnonymousId())

  return (
    <div className="shell pt-10 pb-20">
      {!userId ? (
        <CreateSkeleton title={edit ? 'Edit recipe' : 'Create a recipe'} />
      ) : edit ? (
        <EditWorkflow key={edit} id={edit} userId={userId} onAnother={() => setSearch({})} />
      ) : (
        <NewRecipe key={userId} userId={userId} />
      )}
    </div>
  )
}

function NewRecipe({ userId }: { userId: string }) {
  const { reset, ...publishing } = usePublishWorkflow(undefined)
  const { state } = publishing
  const [first] = EXAMPLES
  if (state.is === 'done') {
    return <SuccessPanel workflow={state.workflow} edited={false} onAnother={reset} />
  }
  return (
    <>
      <Heading title="Create a recipe">
        A recipe says what to ask for, which steps to run, and the price. Here you write it as JSON;
        the{' '}
        <Link to="/studio/recipes/new" className="underline underline-offset-4">
          studio
        </Link>{' '}
        has fields for it.
      </Heading>
      <RecipeForm
        initial={first ? writeExample(first, userId) : '{}'}
        userId={userId}
        editedId={undefined}
        publishing={publishing}
      />
    </>
  )
}

function EditWorkflow({
  id,
  userId,
  onAnother,
}: {
  id: string
  userId: string
  onAnother: () => void
}) {
  const { user } = useAuth()
  const source = useQuery(workflowSourceQuery(id))
  const publishing = usePublishWorkflow(id)
  const { state } = publishing

  if (state.is === 'done') {
    return <SuccessPanel workflow={state.workflow} edited onAnother={onAnother} />
  }
  if (isNotFound(source.error) || isDenied(source.error)) {
    return (
      <EmptyState
        level={1}
        title="Recipe not found"
        action={
          user ? (
            <LinkButton to="/profile?tab=creator">Your recipes</LinkButton>
          ) : (
            <LinkButton to="/workflows">Browse Workflows</LinkButton>
          )
        }
      >
        Only its creator can edit a recipe, and only while it is on the market.
      </EmptyState>
    )
  }
  return (
    <QueryState
      query={source}
      failed="Failed to fetch workflow"
      level={1}
      loading={<CreateSkeleton title="Edit recipe" />}
    >
      {(recipe) => (
        <>
          <Heading title="Edit recipe">
            What you publish becomes a new version. Creations and payments keep the version they
            were made with.
          </Heading>
          <RecipeForm
            initial={JSON.stringify(recipe, null, 2)}
            userId={userId}
            editedId={id}
            publishing={publishing}
          />
        </>
      )}
    </QueryState>
  )
}

function isDenied(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403)
}

function Heading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="mb-8">
      <h1 className="text-3xl font-semibold">{title}</h1>
      <p className="mt-3 max-w-prose text-muted">{children}</p>
    </header>
  )
}

function CreateSkeleton({ title }: { title: string }) {
  return (
    <>
      <LoadingTitle>{title}</LoadingTitle>
      <div role="status" aria-label="Loading editor">
        <Skeleton className="h-11 w-72 max-w-full" />
        <Skeleton className="mt-3 mb-8 h-12 w-full max-w-prose" />
        <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12">
          <Skeleton className="h-[34rem] rounded-lg lg:h-[min(46rem,72vh)]" />
          <Skeleton className="h-96 rounded-lg" />
        </div>
      </div>
    </>
  )
}
