import { useQueryClient } from '@tanstack/react-query'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { useRef, useState } from 'react'
import { send } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { createUuid } from '../../../lib/browser.ts'
import { logFault } from '../../../lib/log.ts'
import { type DraftPublication, publishDraft } from '../api.ts'
import { type PublishRefusal, readRefusal } from './read-refusal.ts'

export interface Published {
  workflow: WorkflowView
  /** The recipe is live, and the chosen sample could not become its sample. */
  withoutSample: boolean
}

const NOT_SAVED: PublishRefusal = {
  at: {},
  faults: [],
  text: 'The draft is not saved yet, so it cannot be published. Please try again in a moment.',
}

/** Saves the draft, publishes what was saved, and then lets the chosen test become the sample. */
export function usePublishDraft({
  draftId,
  save,
  sampleTestId,
}: {
  draftId: string
  save: () => Promise<number | undefined>
  sampleTestId?: string | undefined
}) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<PublishRefusal | undefined>()
  const [published, setPublished] = useState<Published | undefined>()
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
        const withoutSample = !(await takeSample(workflow.id))
        setPublished({ workflow, withoutSample })
      }
    } catch (error) {
      if (error instanceof ApiError) {
        lost.current = undefined
        if (error.code === 'version_changed') await readLiveAgain()
      }
      setRefusal(readRefusal(error))
    }
    setBusy(false)
  }

  /** The dialog then shows the difference to the version that is live now. */
  async function readLiveAgain() {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['getWorkflow'] }),
      client.invalidateQueries({ queryKey: ['getWorkflowSource'] }),
    ])
  }

  async function takeSample(workflowId: string): Promise<boolean> {
    if (!sampleTestId) return true
    try {
      await send(client, 'chooseSample', {
        params: { id: workflowId },
        body: { test_id: sampleTestId },
      })
      return true
    } catch (error) {
      logFault('The sample could not be chosen', error)
      return false
    }
  }

  return { publish, busy, refusal, published }
}
