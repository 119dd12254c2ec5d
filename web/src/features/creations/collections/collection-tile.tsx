import type { CollectionView } from '@vignette/contract/collections.ts'
import { AiMade } from '../../../ui/ai-made.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { X } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/media.tsx'
import { TILE_SIZES, WorkTile } from '../components/work-row.tsx'
import { WorkflowTile } from '../components/workflow-tile.tsx'

type Item = CollectionView['items'][number]

export function CollectionTile({ item, onRemove }: { item: Item; onRemove?: () => void }) {
  const name =
    item.type === 'creation' ? item.creation.workflow_name || 'AI Creation' : item.workflow.name
  const remove = onRemove && (
    <button
      type="button"
      aria-label={`Remove ${name}`}
      onClick={onRemove}
      className="absolute top-2 right-2 grid size-9 place-items-center rounded-full border border-line bg-surface text-muted hover:text-ink"
    >
      <Icon of={X} size={16} />
    </button>
  )
  if (item.type === 'workflow') return <WorkflowTile recipe={item.workflow} action={remove} />
  const { creation } = item
  return (
    <WorkTile to={`/creations/${creation.id}`} name={name} note="Creation" action={remove}>
      <Picture
        media={creation.media}
        url={creation.image ?? undefined}
        alt=""
        sizes={TILE_SIZES}
        fit="whole"
      />
      <AiMade />
    </WorkTile>
  )
}
