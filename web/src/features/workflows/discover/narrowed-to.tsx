import { Button } from '../../../ui/button.tsx'
import type { WorkflowFilters } from '../api.ts'
import type { Filter } from './use-filters.ts'

interface Props {
  filters: WorkflowFilters
  /** The creator's handle, read from a listed recipe: the filter may hold an id instead. */
  handle: string | undefined
  onChange: (key: Filter, value: string) => void
}

/** Names the creator and the tag that the list is limited to, with a link back to the whole list. */
export function NarrowedTo({ filters: { creator, tag }, handle, onChange }: Props) {
  return (
    <div className="flex flex-col gap-3 text-muted">
      {creator && (
        <p className="flex items-center gap-3">
          <span className="min-w-0 break-all">Recipes by @{handle ?? creator}</span>
          <ShowAll onClick={() => onChange('creator', '')} />
        </p>
      )}
      {tag && (
        <p className="flex items-center gap-3">
          <span className="min-w-0 break-all">Tagged #{tag}</span>
          <ShowAll onClick={() => onChange('tag', '')} />
        </p>
      )}
    </div>
  )
}

function ShowAll({ onClick }: { onClick: () => void }) {
  return (
    <Button kind="secondary" size="sm" onClick={onClick}>
      Show all
    </Button>
  )
}
