import { useState, useSyncExternalStore } from 'react'
import type { Draft } from '../api.ts'
import { readText } from '../document/read-parts.ts'
import { DraftPublish } from '../publish/draft-publish.tsx'
import { useOpenDraft } from '../saving/use-autosave.ts'
import { DraftTest } from '../test/draft-test.tsx'
import { useStepTests } from '../test/use-step-tests.ts'
import { Builder } from './builder.tsx'
import { ChangedAlert } from './changed-alert.tsx'
import { SaveLine } from './save-line.tsx'

/** The builder on a draft that the server keeps. */
export function DraftEditor({ draft }: { draft: Draft }) {
  const { document, autosave, state } = useOpenDraft(draft)
  const { text, good } = useSyncExternalStore(document.subscribe, document.getState)
  const testsOf = useStepTests({ kind: 'draft', id: draft.id })
  const [sample, setSample] = useState<string | undefined>()
  const saved = {
    draftId: draft.id,
    save: async () => ((await autosave.flush()) ? autosave.revision() : undefined),
    sample,
  }
  const publishing = {
    ...saved,
    workflowId: draft.workflow_id,
    baseVersion: draft.base_version,
  }
  return (
    <>
      <h1 className="mb-5 text-2xl font-semibold break-words">
        {readText(good.value, 'name') || 'Recipe without a name'}
      </h1>
      {state.is === 'changed-elsewhere' && (
        <div className="mb-5">
          <ChangedAlert
            mine={text}
            other={state.text}
            onKeepMine={autosave.keepMine}
            onTakeOther={() => {
              document.replaceText(state.text)
              autosave.keepMine()
            }}
          />
        </div>
      )}
      <Builder
        document={document}
        saving={<SaveLine state={state} />}
        workflowId={draft.workflow_id ?? undefined}
        test={
          <DraftTest
            {...saved}
            onUseSample={setSample}
            next={<DraftPublish {...publishing} label="Go on to publishing…" />}
          />
        }
        testsOf={testsOf}
        publish={<DraftPublish {...publishing} label="Publish…" />}
      />
    </>
  )
}
