import { Button } from '../../../ui/button.tsx'
import type { WorkflowFilters } from '../api/list-workflows.ts'
import type { Filter } from './use-filters.ts'

interface Props {
  filters: WorkflowFilters
  /** The creator's handle, where a recipe tells it: the filter may hold an id. */
  handle: string | undefined
  onChange: (key: Filter, value: string) => void
}

/** The creator and the tag to which the list is narrowed, and the way back. */
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
