import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { CreationItem, CreationView } from '@vignette/contract/creations.ts'
import { creatorPath } from '@vignette/contract/creator-path.ts'
import { AiMade } from '../../../ui/ai-made.tsx'
import { Link } from '../../../ui/link.tsx'
import { Picture } from '../../../ui/media.tsx'
import { creatorWorkflowsQuery, relatedCreationsQuery, workflowCreationsQuery } from '../api.ts'
import { TILE_SIZES, WorkRow, WorkTile } from './work-row.tsx'
import { WorkflowTile } from './workflow-tile.tsx'

const SHOWN = 4

/** Below a creation: more creations of its recipe, similar creations, and more recipes of the recipe's creator. */
export function RelatedWork({
  creation,
  secretKey,
}: {
  creation: CreationView
  secretKey: string | undefined
}) {
  const { workflow } = creation
  const others = useInfiniteQuery(workflowCreationsQuery(workflow.id))
  const alike = useQuery(relatedCreationsQuery(creation.id, secretKey))
  const recipes = useQuery(creatorWorkflowsQuery(workflow.creator_handle))
  const made = (others.data?.pages[0]?.creations ?? [])
    .filter((one) => one.public && one.id !== creation.id)
    .slice(0, SHOWN)
  const shown = new Set(made.map((one) => one.id))
  const near = (alike.data?.creations ?? []).filter((one) => !shown.has(one.id))
  const more = (recipes.data?.workflows ?? []).filter((one) => one.id !== workflow.id)
  return (
    <div className="mt-16 flex flex-col gap-12">
      {made.length > 0 && (
        <WorkRow id="more-creations" title="Made by others with this recipe">
          {made.map((one, i) => (
            <CreationTile
              key={one.id}
              creation={one}
              name={one.author_handle && `by @${one.author_handle}`}
              alt={`Creation ${i + 1}`}
            />
          ))}
        </WorkRow>
      )}
      {near.length > 0 && (
        <WorkRow id="alike-creations" title="Looks alike">
          {near.slice(0, SHOWN).map((one) => (
            <CreationTile key={one.id} creation={one} name={one.workflow_name} alt="" />
          ))}
        </WorkRow>
      )}
      {more.length > 0 && (
        <WorkRow
          id="more-recipes"
          title={
            <>
              More recipes by{' '}
              <Link
                to={creatorPath(workflow.creator_handle)}
                className="underline decoration-line-strong underline-offset-4 hover:decoration-ink"
              >
                @{workflow.creator_handle}
              </Link>
            </>
          }
        >
          {more.slice(0, SHOWN).map((one) => (
            <WorkflowTile key={one.id} recipe={one} />
          ))}
        </WorkRow>
      )}
    </div>
  )
}

function CreationTile({
  creation,
  name,
  alt,
}: {
  creation: CreationItem
  name: string
  alt: string
}) {
  return (
    <WorkTile to={`/creations/${creation.id}`} name={name}>
      <Picture
        media={creation.media}
        url={creation.image ?? undefined}
        alt={alt}
        sizes={TILE_SIZES}
        fit="whole"
      />
      <AiMade />
    </WorkTile>
  )
}
