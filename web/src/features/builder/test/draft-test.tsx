import type { ReactNode } from 'react'
import { useEditing } from '../components/editing.ts'
import { TestPane } from './test-pane.tsx'

/** Tests of the draft that is being edited. */
export function DraftTest({
  draftId,
  save,
  sample,
  onUseSample,
  next,
}: {
  draftId: string
  save: () => Promise<number | undefined>
  sample: string | undefined
  onUseSample: (id: string) => void
  next: ReactNode
}) {
  const { recipe, readOnly, set } = useEditing()
  return (
    <TestPane
      tested={{ kind: 'draft', id: draftId }}
      document={recipe}
      blocked={readOnly ? 'The JSON cannot be read now, so it cannot be tested.' : undefined}
      save={save}
      sample={sample}
      onUseSample={onUseSample}
      next={next}
      onUseTime={readOnly ? undefined : (time) => set(['generation_time'], time)}
    />
  )
}
