import { useQueryClient } from '@tanstack/react-query'
import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { useRef, useState } from 'react'
import { track } from '../../../lib/analytics.ts'
import { createUuid } from '../../../lib/browser.ts'
import { creatorTermsVersion } from '../../../lib/shop.ts'
import { publishWorkflow } from '../api.ts'
import { type CreateFault, describeFault, parseRecipe } from './describe-fault.ts'
import { removeDraft } from './draft.ts'

export type PublishState =
  | { is: 'editing'; fault?: CreateFault }
  | { is: 'sending' }
  | { is: 'done'; workflow: WorkflowView }

/** Publishes the text as a new recipe, or as the next version of the edited recipe. */
export function usePublishWorkflow(editedId: string | undefined) {
  const client = useQueryClient()
  const [state, setState] = useState<PublishState>({ is: 'editing' })
  const [asked, setAsked] = useState(false)
  const [accepted, acceptTerms] = useState(false)
  // The same text uses the same key, so a lost answer creates no second recipe.
  const attempt = useRef({ text: '', key: '' })

  async function publish(text: string) {
    const parsed = parseRecipe(text)
    if (!parsed.ok) return setState({ is: 'editing', fault: parsed.fault })
    setState({ is: 'sending' })
    // The server validates the document; the contract's type describes a valid one.
    const document = parsed.value as RecipeDocument
    const body = accepted ? { ...document, accept_creator_terms: creatorTermsVersion() } : document
    const sent = JSON.stringify(body)
    if (attempt.current.text !== sent) attempt.current = { text: sent, key: createUuid() }
    try {
      const workflow = await publishWorkflow(client, editedId, body, attempt.current.key)
      removeDraft(editedId)
      setState({ is: 'done', workflow })
    } catch (error) {
      track('workflow_create_failed')
      const fault = describeFault(error)
      if (fault.faults.some(({ path }) => path === 'creator_terms')) setAsked(true)
      setState({ is: 'editing', fault })
    }
  }

  const reset = () => {
    attempt.current = { text: '', key: '' }
    setState({ is: 'editing' })
  }
  const clearFault = () =>
    setState((now) => (now.is === 'editing' && now.fault ? { is: 'editing' } : now))
  return { state, publish, reset, clearFault, asksForTerms: asked, acceptTerms }
}
