import { useQuery } from '@tanstack/react-query'
import { relatedWorkflowsQuery } from '../api.ts'
import { WorkRow } from './work-row.tsx'
import { WorkflowTile } from './workflow-tile.tsx'

/** What else a visitor of this recipe may want; nothing where none is like it. */
export function RelatedWorkflows({ workflowId }: { workflowId: string }) {
  const { data } = useQuery(relatedWorkflowsQuery(workflowId))
  const recipes = data?.workflows ?? []
  if (recipes.length === 0) return null
  return (
    <div className="mt-16 border-t border-line pt-9">
      <WorkRow id="related-recipes" title="Recipes like this one">
        {recipes.map((recipe) => (
          <WorkflowTile key={recipe.id} recipe={recipe} />
        ))}
      </WorkRow>
    </div>
  )
}
