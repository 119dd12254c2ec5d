import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmbedSnippet } from './embed-snippet.tsx'

export function EmbedDialog({
  workflow,
  onClose,
}: {
  workflow: WorkflowView
  onClose: () => void
}) {
  return (
    <Dialog open onOpenChange={onClose} title="On your own page">
      <EmbedSnippet recipe={workflow} />
    </Dialog>
  )
}
