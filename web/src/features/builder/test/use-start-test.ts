import { useQueryClient } from '@tanstack/react-query'
import { UPLOAD_TIMEOUT_MS } from '@vignette/contract/upload-limits.ts'
import { useRef, useState } from 'react'
import { send } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { createUuid } from '../../../lib/browser.ts'
import {
  collectInputs,
  findInlineImages,
  findRefusals,
  reduceWizard,
  uploadInlineImage,
  type WizardAction,
  type WizardState,
} from '../../remix/index.ts'
import { readRecipeReason } from '../name-place.ts'
import type { Tested } from './tested.ts'

interface TestRefusal {
  text: string
  /** The server's faults of the recipe, with their places. */
  faults: readonly { path: string; message: string }[]
}

const NOT_SAVED =
  'The draft is not saved yet, so it cannot be tested. Please try again in a moment.'

/** Starts a test: uploads what is left to upload, lets the draft be saved, and asks the server. */
export function useStartTest({
  tested,
  form,
  dispatch,
  save,
  onStarted,
}: {
  tested: Tested
  form: WizardState
  dispatch: (action: WizardAction) => void
  save: () => Promise<number | undefined>
  onStarted: (id: string) => void
}) {
  const client = useQueryClient()
  const [starting, setStarting] = useState(false)
  const [refusal, setRefusal] = useState<TestRefusal | undefined>()
  // A lost answer is asked for again by the same key, so that no second test begins.
  const lost = useRef<string | undefined>(undefined)

  /** From a step on, the earlier test's unchanged products are kept. */
  async function start(from?: { test: string; step: string }) {
    setStarting(true)
    setRefusal(undefined)
    const idempotencyKey = lost.current ?? createUuid()
    lost.current = idempotencyKey
    try {
      const inputs = collectInputs(await uploadEdited(form, dispatch))
      if ((await save()) === undefined) throw new Error(NOT_SAVED)
      const route = tested.kind === 'draft' ? 'testDraft' : 'testWorkflow'
      const { job_id } = await send(client, route, {
        params: { id: tested.id },
        body: {
          user_inputs: inputs,
          ...(from ? { reuse_from: from.test, from_step: from.step } : {}),
        },
        idempotencyKey,
      })
      lost.current = undefined
      onStarted(job_id)
    } catch (error) {
      if (error instanceof ApiError) lost.current = undefined
      const faults = findRefusals(form.steps, error)
      if (faults.length > 0) dispatch({ type: 'refused', faults })
      setRefusal({
        text: readRecipeReason(error, 'The test could not be started. Please try again.'),
        faults: error instanceof ApiError && faults.length === 0 ? error.details : [],
      })
    }
    setStarting(false)
  }

  return { start, starting, refusal }
}

/** Pictures that were edited in the browser are files on the server before a test names them. */
async function uploadEdited(
  form: WizardState,
  dispatch: (action: WizardAction) => void,
): Promise<WizardState> {
  let ready = form
  for (const image of findInlineImages(form)) {
    const value = await uploadInlineImage(image, AbortSignal.timeout(UPLOAD_TIMEOUT_MS))
    const action: WizardAction = { type: 'chosen', index: image.index, value }
    ready = reduceWizard(ready, action)
    dispatch(action)
  }
  return ready
}
