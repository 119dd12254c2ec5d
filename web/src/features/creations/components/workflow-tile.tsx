import { formatPrice } from '@vignette/contract/money.ts'
import type { WorkflowCard } from '@vignette/contract/workflows.ts'
import type { ReactNode } from 'react'
import { AiMade } from '../../../ui/ai-made.tsx'
import { Emblem } from '../../../ui/emblem.tsx'
import { Picture } from '../../../ui/media.tsx'
import { TILE_SIZES, WorkTile } from './work-row.tsx'

export function WorkflowTile({ recipe, action }: { recipe: WorkflowCard; action?: ReactNode }) {
  return (
    <WorkTile
      to={`/workflows/${recipe.id}`}
      name={recipe.name}
      note={formatPrice((recipe.launch ?? recipe).price)}
      action={action}
    >
      {recipe.sample ? (
        <>
          <Picture media={recipe.sample} alt="" sizes={TILE_SIZES} fit="whole" />
          {!recipe.sample.uploaded && <AiMade />}
        </>
      ) : (
        <Emblem seed={recipe.id} />
      )}
    </WorkTile>
  )
}
