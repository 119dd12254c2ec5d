import { expectedTime, formatGenerationTime } from '@vignette/contract/generation-time.ts'
import { formatPrice } from '@vignette/contract/money.ts'
import { priceNow } from '@vignette/contract/price-now.ts'
import type { WorkflowCard } from '@vignette/contract/workflows.ts'
import { track } from '../../../lib/analytics.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { WorkflowPicture } from './workflow-picture.tsx'

/** The recipe that the creator shows first; one link covers the picture and the name. */
export function FeaturedWorkflow({ recipe }: { recipe: WorkflowCard }) {
  return (
    <article className="relative mt-10 grid grid-cols-1 overflow-hidden rounded-xl border border-line bg-surface md:grid-cols-2">
      <div className="relative aspect-4/3 bg-sunken">
        <WorkflowPicture recipe={recipe} sizes="(min-width: 768px) 48vw, 96vw" priority />
      </div>
      <div className="flex min-w-0 flex-col items-start justify-center gap-3 p-6 sm:p-9">
        <p className="text-sm font-medium text-accent">Featured</p>
        <h2 className="text-2xl wrap-anywhere">
          <Link
            to={`/workflows/${recipe.id}`}
            onClick={() => track('workflow_card_clicked', { workflow_id: recipe.id })}
            className="after:absolute after:inset-0"
          >
            {recipe.name}
          </Link>
        </h2>
        {recipe.description && (
          <p className="line-clamp-4 wrap-anywhere text-muted">{recipe.description}</p>
        )}
        <p className="text-sm text-muted">{formatGenerationTime(expectedTime(recipe))}</p>
        {recipe.paused || recipe.failing ? (
          <p className="mt-3 font-medium">Back soon</p>
        ) : (
          <p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
            <span className="text-xl font-semibold tabular-nums">
              {formatPrice(priceNow(recipe))}
            </span>
            <LinkButton
              to={`/workflows/${recipe.id}/remix`}
              size="lg"
              className="relative z-10"
              onClick={() => track('remix_clicked', { workflow_id: recipe.id, from: 'card' })}
            >
              Start Remix
            </LinkButton>
          </p>
        )}
      </div>
    </article>
  )
}
