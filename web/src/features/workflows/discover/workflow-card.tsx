import { formatGenerationTime } from '@vignette/contract/generation-time.ts'
import { formatPrice } from '@vignette/contract/money.ts'
import type { WorkflowCard as Recipe } from '@vignette/contract/workflows.ts'
import { useEffect, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { Badge } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { labelUpload } from '../label-sample.ts'
import { formatOutputType, isNew } from '../recipe-rules.ts'
import { SampleMedia } from '../sample-media.tsx'

/** One link covers the card; the Remix button is above the link. */
export function WorkflowCard({ recipe, priority }: { recipe: Recipe; priority: boolean }) {
  const [hovered, setHovered] = useState(false)
  return (
    <article
      className="group relative flex flex-col"
      onPointerEnter={(event) => setHovered(event.pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
    >
      <div className="relative aspect-square overflow-hidden rounded-lg bg-sunken">
        <SampleMedia recipe={recipe} priority={priority} hovered={hovered} />
        <div className="pointer-events-none absolute inset-x-3 top-3 flex items-start justify-between gap-2">
          <NewBadge createdAt={recipe.created_at} />
          <span className="ml-auto flex">
            <Badge tone="media">{formatOutputType(recipe.output_type)}</Badge>
          </span>
        </div>
        {recipe.sample?.uploaded && (
          <span className="pointer-events-none absolute right-3 bottom-3">
            <Badge tone="media">{labelUpload(recipe.sample)}</Badge>
          </span>
        )}
      </div>
      <div className="mt-3.5 flex items-start justify-between gap-4">
        <h2 className="min-w-0 text-base leading-snug font-semibold">
          <Link
            to={`/workflows/${recipe.id}`}
            onClick={() => track('workflow_card_clicked', { workflow_id: recipe.id })}
            className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-accent"
          >
            <span className="line-clamp-2">{recipe.name}</span>
          </Link>
        </h2>
        <span className="shrink-0 leading-snug font-medium tabular-nums">
          {formatPrice(recipe.price)}
        </span>
      </div>
      <div className="mt-1.5 flex items-center justify-between gap-3">
        <p className="min-w-0 text-sm text-muted">
          <span className="block truncate">@{recipe.creator_handle}</span>
          <span className="block tabular-nums">{formatGenerationTime(recipe.generation_time)}</span>
        </p>
        <LinkButton
          to={`/workflows/${recipe.id}/remix`}
          kind="secondary"
          size="sm"
          aria-label={`Remix ${recipe.name}`}
          onClick={() => track('remix_clicked', { workflow_id: recipe.id, from: 'card' })}
          className="relative z-10"
        >
          Remix
        </LinkButton>
      </div>
    </article>
  )
}

/** Computed in the browser: the server's page may come from a cache at any later time. */
function NewBadge({ createdAt }: { createdAt: string }) {
  const [fresh, setFresh] = useState(false)
  useEffect(() => setFresh(isNew(createdAt, Date.now())), [createdAt])
  return fresh ? <Badge tone="accent">New</Badge> : null
}
