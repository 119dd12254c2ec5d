import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { CodeList } from './code-list.tsx'
import { LaunchPrice } from './launch-price.tsx'

/** Tools that bring buyers: a lower price for a while, and codes. */
export function PromoteTab({ recipe }: { recipe: WorkflowView }) {
  return (
    <div className="flex flex-col gap-10 pt-2">
      <LaunchPrice recipe={recipe} />
      {recipe.price > 0 && <CodeList recipe={recipe} />}
    </div>
  )
}
