import type { WorkflowCheck } from '@vignette/contract/workflow-check.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Tested } from '../test/tested.ts'
import { PublishForm } from './publish-form.tsx'
import { PublishedPanel } from './published-panel.tsx'
import type { LiveVersion } from './read-checks.ts'
import { usePublishDraft } from './use-publish-draft.ts'

export interface PublishProps {
  draftId: string
  /** The text that is to be published, as it can be read last. */
  recipe: Record<string, unknown>
  /** Why the text cannot be published, such as JSON that does not parse. */
  blocked?: string | undefined
  /** The draft changes a recipe that is live. */
  isUpdate?: boolean
  /** The live version, once it is known. */
  live?: LiveVersion | undefined
  check: WorkflowCheck | undefined
  /** Answers the saved revision, once the server has the text that is on the screen. */
  save: () => Promise<number | undefined>
  sampleTestId?: string | undefined
}

/** The last look before publishing: what changes, to whom it is shown, and what must hold. */
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
