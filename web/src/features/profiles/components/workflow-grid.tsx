import { formatPrice } from '@vignette/contract/money.ts'
import { priceNow } from '@vignette/contract/price-now.ts'
import type { WorkflowCard } from '@vignette/contract/workflows.ts'
import { track } from '../../../lib/analytics.ts'
import { Link } from '../../../ui/link.tsx'
import { WorkflowPicture } from './workflow-picture.tsx'

const sizes = '(min-width: 1280px) 21rem, (min-width: 1024px) 32vw, 48vw'

/** Smaller cards than Discover's: the page says whose recipes they are. */
export function WorkflowGrid({
  recipes,
  priority,
}: {
  recipes: readonly WorkflowCard[]
  /** The first picture is the largest of the page. */
  priority: boolean
}) {
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-8 sm:gap-x-5 lg:grid-cols-3 xl:grid-cols-4">
      {recipes.map((recipe, index) => (
        <li key={recipe.id} className="min-w-0">
          <Link
            to={`/workflows/${recipe.id}`}
            onClick={() => track('workflow_card_clicked', { workflow_id: recipe.id })}
            className="group block rounded-lg"
          >
            <span className="relative block aspect-square overflow-hidden rounded-lg bg-sunken">
              <WorkflowPicture recipe={recipe} sizes={sizes} priority={priority && index === 0} />
            </span>
            <span className="mt-3 line-clamp-2 leading-snug font-semibold wrap-anywhere group-hover:underline">
              {recipe.name}
            </span>
            <span className="mt-1 block text-sm text-muted tabular-nums">
              {recipe.paused || recipe.failing ? 'Back soon' : formatPrice(priceNow(recipe))}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
