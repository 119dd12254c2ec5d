import type { WorkflowCard } from '@vignette/contract/workflows.ts'
import { Emblem } from '../../../ui/emblem.tsx'
import { Picture } from '../../../ui/media.tsx'

export function WorkflowPicture({ recipe }: { recipe: Pick<WorkflowCard, 'id' | 'sample'> }) {
  return (
    <span className="block size-14 shrink-0 overflow-hidden rounded-md bg-sunken">
      {recipe.sample ? (
        <Picture media={recipe.sample} alt="" sizes="56px" />
      ) : (
        <Emblem seed={recipe.id} />
      )}
    </span>
  )
}
