import { useEditing } from '../components/editing.ts'
import { PublishButton } from './publish-button.tsx'

/** The way to publish the draft that is being edited. */
export function DraftPublish({
  draftId,
  workflowId,
  baseVersion,
  save,
  sample,
  label,
}: {
  draftId: string
  workflowId: string | null
  baseVersion: number | null
  save: () => Promise<number | undefined>
  sample: string | undefined
  label: string
}) {
  const { recipe, check, readOnly, set } = useEditing()
  return (
    <PublishButton
      label={label}
      draftId={draftId}
      workflowId={workflowId}
      baseVersion={baseVersion ?? undefined}
      recipe={recipe}
      check={check}
      blocked={readOnly ? 'The JSON cannot be read now, so it cannot be published.' : undefined}
      save={save}
      sampleTestId={sample}
      setProof={(draws) => set(['proof'], draws > 0 ? { draws } : undefined)}
    />
  )
}
