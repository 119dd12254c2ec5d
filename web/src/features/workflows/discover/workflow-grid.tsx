import type { WorkflowCard as Recipe } from '@vignette/contract/workflows.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { WorkflowCard } from './workflow-card.tsx'

const grid = 'grid grid-cols-2 gap-x-3 gap-y-8 sm:gap-x-5 sm:gap-y-10 lg:grid-cols-3 xl:grid-cols-4'

export function WorkflowGrid({ recipes }: { recipes: readonly Recipe[] }) {
  return (
    <ul className={grid}>
      {recipes.map((recipe, index) => (
        <li key={recipe.id}>
          <WorkflowCard recipe={recipe} priority={index === 0} />
        </li>
      ))}
    </ul>
  )
}

export function WorkflowGridSkeleton() {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">Loading workflows...</span>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} data-testid="workflow-skeleton">
          <Skeleton className="aspect-square rounded-lg" />
          <Skeleton className="mt-4 h-4 w-3/5" />
          <Skeleton className="mt-2.5 h-3.5 w-2/5" />
          <Skeleton className="mt-2 h-3.5 w-1/5" />
        </div>
      ))}
    </div>
  )
}
