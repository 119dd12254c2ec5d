import { useQueryClient } from '@tanstack/react-query'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { useRef, useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { createUuid } from '../../../lib/browser.ts'
import { keepAgreement } from './agreement.ts'
import { type DraftPublication, publishDraft } from './api/publish-draft.ts'
import { type PublishRefusal, readRefusal } from './read-refusal.ts'

const NOT_SAVED: PublishRefusal = {
  at: {},
  faults: [],
  text: 'The draft is not saved yet, so it cannot be published. Please try again in a moment.',
}

/** Saves the draft and publishes what was saved. */
export function usePublishDraft({
  draftId,
  save,
}: {
  draftId: string
  save: () => Promise<number | undefined>
}) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<PublishRefusal | undefined>()
  const [published, setPublished] = useState<WorkflowView | undefined>()
  // A lost answer is asked for again by the same key, so that no second version appears.
  const lost = useRef<string | undefined>(undefined)

  async function publish(wish: Omit<DraftPublication, 'revision'>) {
    setBusy(true)
    setRefusal(undefined)
    try {
      const revision = await save()
      if (revision === undefined) setRefusal(NOT_SAVED)
      else {
        lost.current ??= createUuid()
        const workflow = await publishDraft(client, draftId, { ...wish, revision }, lost.current)
        keepAgreement()
        setPublished(workflow)
      }
    } catch (error) {
      if (error instanceof ApiError) lost.current = undefined
      setRefusal(readRefusal(error))
    }
    setBusy(false)
  }

  return { publish, busy, refusal, published }
}
