import { creatorPath } from '@vignette/contract/creator-path.ts'
import { formatPrice } from '@vignette/contract/money.ts'
import type { WorkflowCard as Recipe } from '@vignette/contract/workflows.ts'
import { useEffect, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { AiMade } from '../../../ui/ai-made.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { Travel } from '../../../ui/travel.tsx'
import { labelUpload } from '../label-sample.ts'
import { formatOutputType, formatUse, isNew } from '../recipe-rules.ts'
import { SampleMedia } from '../sample-media.tsx'

/** One link covers the card; the creator's and the Remix button are above it. */
export function WorkflowCard({ recipe, priority }: { recipe: Recipe; priority: boolean }) {
  const [hovered, setHovered] = useState(false)
  const [opened, setOpened] = useState(false)
  return (
    <article
      className="group relative flex h-full flex-col"
      onPointerEnter={(event) => setHovered(event.pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
    >
      <Travel name={opened ? `recipe-${recipe.id}` : undefined}>
        <div className="relative aspect-square overflow-hidden rounded-lg bg-sunken">
          <SampleMedia recipe={recipe} priority={priority} hovered={hovered} />
          {recipe.sample &&
            (recipe.sample.uploaded ? (
              <span className="pointer-events-none absolute top-2 left-2">
                <Badge tone="media">{labelUpload(recipe.sample)}</Badge>
              </span>
            ) : (
              <AiMade />
            ))}
        </div>
      </Travel>
      <div className="mt-3 flex items-baseline justify-between gap-3">
        <h2 className="min-w-0 text-base leading-snug font-semibold">
          <Link
            to={`/workflows/${recipe.id}`}
            onClick={() => {
              setOpened(true)
              track('workflow_card_clicked', { workflow_id: recipe.id })
            }}
            className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-accent"
          >
            <span className="line-clamp-2">{recipe.name}</span>
          </Link>
        </h2>
        <span className="shrink-0 tabular-nums">
          {formatPrice((recipe.launch ?? recipe).price)}
        </span>
      </div>
      {recipe.launch && (
        <p className="text-xs text-muted tabular-nums">
          instead of {formatPrice(recipe.price)}, 30-day low {formatPrice(recipe.launch.lowest_30d)}
        </p>
      )}
      <p className="mt-0.5 flex min-h-6 items-center justify-between gap-2 text-sm text-muted">
        <Link
          to={creatorPath(recipe.creator_handle)}
          className="relative z-10 truncate hover:text-ink hover:underline"
        >
          @{recipe.creator_handle}
        </Link>
        <NewBadge createdAt={recipe.created_at} />
      </p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2.5 pt-2">
        <p className="flex min-w-0 flex-1 basis-20 flex-wrap items-center gap-y-0.5 text-xs text-muted tabular-nums">
          <Badge tone="quiet">{formatOutputType(recipe.output_type)}</Badge>
          {formatUse(recipe).map((fact) => (
            <span key={fact} className="before:mx-1 before:content-['·']">
              {fact}
            </span>
          ))}
        </p>
        <LinkButton
          to={`/workflows/${recipe.id}/remix`}
          kind="secondary"
          size="sm"
          aria-label={`Remix ${recipe.name}`}
          onClick={() => {
            setOpened(true)
            track('remix_clicked', { workflow_id: recipe.id, from: 'card' })
          }}
          className="relative z-10 group-focus-within:border-ink group-focus-within:bg-ink group-focus-within:text-ground group-hover:border-ink group-hover:bg-ink group-hover:text-ground"
        >
          Remix
        </LinkButton>
      </div>
    </article>
  )
}

/**
 * Computed in the browser: the server's page may come from a cache at any later time. It stands at
 * the end of its line, so that it moves nothing when it comes.
 */
function NewBadge({ createdAt }: { createdAt: string }) {
  const [fresh, setFresh] = useState(false)
  useEffect(() => setFresh(isNew(createdAt, Date.now())), [createdAt])
  return fresh && <Badge tone="quiet">New</Badge>
}
