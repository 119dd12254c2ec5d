import { useQueryParams } from '../../lib/router.tsx'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { DraftList } from './components/draft-list.tsx'
import { EditWorkflow } from './components/edit-workflow.tsx'
import { Starts } from './components/starts.tsx'

/** The beginning of a draft; `?recipe=` names the published recipe that it changes. */
export function NewWorkflowPage() {
  const [params] = useQueryParams()
  const recipe = params.get('recipe')
  return recipe ? (
    <EditWorkflow key={recipe} id={recipe} pane={params.get('pane')} />
  ) : (
    <Beginnings />
  )
}

/** Blank, from an example, or from a file; or a draft that waits. */
function Beginnings() {
  usePageTitle('New recipe')
  return (
    <div className="shell pt-10 pb-20">
      <h1 className="text-3xl font-semibold">New recipe</h1>
      <p className="mt-3 max-w-prose text-muted">
        A recipe asks the buyer for something, runs its steps, and gives back a picture or a film.
        Your draft is saved while you work; nobody sees it until you publish.
      </p>
      <div className="mt-10 flex flex-col gap-12">
        <Starts />
        <DraftList />
      </div>
    </div>
  )
}
