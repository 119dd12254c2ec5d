import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Tested } from '../test/tested.ts'
import { PublishForm } from './publish-form.tsx'
import type { PublishProps } from './publish-props.ts'
import { PublishedPanel } from './published-panel.tsx'
import { usePublishDraft } from './use-publish-draft.ts'

/** The last look before publishing: what changes, which readers see the recipe, and what must hold. */
export function PublishDialog({
  onClose,
  ...props
}: PublishProps & {
  onClose: (published: WorkflowView | undefined) => void
}) {
  const { publish, busy, refusal, published } = usePublishDraft(props)
  const tested: Tested = { kind: 'draft', id: props.draftId }
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose(published?.workflow)}
      locked={busy}
      title={published ? 'Published' : props.isUpdate ? 'Publish a new version' : 'Publish'}
    >
      {published ? (
        <PublishedPanel published={published} />
      ) : (
        <PublishForm
          {...props}
          tested={tested}
          busy={busy}
          refusal={refusal}
          onPublish={(wish) => void publish(wish)}
        />
      )}
    </Dialog>
  )
}
