import { useQuery } from '@tanstack/react-query'
import { namedRecipeAt } from '@vignette/contract/creator-path.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import type { ReactNode } from 'react'
import { type CSSProperties, useEffect } from 'react'
import { track } from '../../../lib/analytics.ts'
import { isMissing } from '../../../lib/api-error.ts'
import { navigate, usePlace } from '../../../lib/router.tsx'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ArrowLeft } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { NotFound } from '../../../ui/not-found.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { LoadingTitle, Skeleton } from '../../../ui/skeleton.tsx'
import { RelatedWorkflows } from '../../creations/index.ts'
import { workflowAtQuery, workflowQuery } from '../api.ts'
import { RecentCreations } from './recent-creations.tsx'
import { SampleWords } from './sample-words.tsx'
import { RequiredInputs, WorkflowDetails } from './workflow-facts.tsx'
import { WorkflowHeader } from './workflow-header.tsx'
import { ratioOf, WorkflowSample } from './workflow-sample.tsx'

export function WorkflowPage() {
  return <Shown id={usePlace().id} />
}

/** The same page at the recipe's readable address; an earlier one leads on to it. */
export function NamedWorkflowPage() {
  const { path, search } = usePlace()
  const named = namedRecipeAt(path)
  const query = useQuery({ ...workflowAtQuery(named ?? NO_RECIPE), enabled: named !== undefined })
  const { id, address } = query.data ?? {}
  useEffect(() => {
    if (!id || !address) return
    if (address !== path) navigate(address + (search && `?${search}`), { replace: true })
    void import('../../../lib/came-from.ts').then(({ noteNamedArrival }) => noteNamedArrival(id))
  }, [id, address, path, search])
  if (id) return <Shown id={id} />
  if (!named || isMissing(query.error)) return <Missing />
  return (
    <QueryState query={query} failed="Failed to fetch workflow" level={1} loading={<Loading />}>
      {() => null}
    </QueryState>
  )
}

const NO_RECIPE = { handle: '', name: '' }

function Shown({ id }: { id: string }) {
  const query = useQuery(workflowQuery(id))
  const workflow = query.data
  const missing = isMissing(query.error)
  usePageTitle(missing ? 'Workflow not found' : (workflow?.name ?? 'Workflow'))
  useEffect(() => {
    if (workflow) track('workflow_viewed', { workflow_id: workflow.id })
  }, [workflow?.id])

  if (missing && !workflow) return <Missing />
  return (
    <QueryState query={query} failed="Failed to fetch workflow" level={1} loading={<Loading />}>
      {(shown) => (
        <Page>
          <Columns workflow={shown} />
          {!shown.withdrawn && <RecentCreations workflowId={shown.id} />}
          {!shown.withdrawn && <RelatedWorkflows workflowId={shown.id} failed={null} />}
        </Page>
      )}
    </QueryState>
  )
}

function Missing() {
  return (
    <NotFound
      title="Workflow not found"
      action={<LinkButton to="/workflows">Browse Workflows</LinkButton>}
    >
      This workflow may have been deleted or does not exist.
    </NotFound>
  )
}

function Loading() {
  return (
    <Page>
      <LoadingTitle>Workflow</LoadingTitle>
      <WorkflowSkeleton />
    </Page>
  )
}

function Page({ children }: { children: ReactNode }) {
  return (
    <div className="shell pt-6">
      <Link
        to="/workflows"
        onClick={() => track('back_to_workflows_clicked')}
        className="inline-flex min-h-11 items-center gap-2 text-[0.9375rem] text-muted transition-colors hover:text-ink"
      >
        <Icon of={ArrowLeft} size={17} />
        Back to Workflows
      </Link>
      {children}
    </div>
  )
}

/**
 * The details stand where the sample leaves room: under a wide one, else beside it. The left column
 * is as wide as the sample at its full height.
 */
function Columns({ workflow }: { workflow: WorkflowView }) {
  const ratio = ratioOf(workflow)
  const isWide = ratio > 1.2
  return (
    <div
      className="mt-3 grid grid-cols-1 gap-8 lg:grid-cols-[min(58%,var(--sample))_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-12"
      style={{ '--sample': `calc(max(24rem, 80dvh) * ${ratio.toFixed(4)})` } as CSSProperties}
    >
      <div className={isWide ? undefined : 'lg:row-span-2'}>
        <WorkflowSample workflow={workflow} />
        <SampleWords workflow={workflow} />
      </div>
      <div className={cx('flex flex-col gap-10', isWide && 'lg:row-span-2')}>
        <WorkflowHeader workflow={workflow} />
        <RequiredInputs inputs={workflow.inputs} />
      </div>
      <WorkflowDetails workflow={workflow} />
    </div>
  )
}

function WorkflowSkeleton() {
  return (
    <div role="status" className="mt-3 grid grid-cols-1 gap-8 lg:grid-cols-12 lg:gap-12">
      <span className="sr-only">Loading workflow...</span>
      <Skeleton className="mx-auto aspect-square w-full max-w-[max(24rem,80dvh)] rounded-xl lg:col-span-7 lg:mx-0" />
      <div className="flex flex-col gap-4 lg:col-span-5">
        <Skeleton className="h-11 w-4/5" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="mt-6 h-13 w-full rounded-full" />
      </div>
    </div>
  )
}
