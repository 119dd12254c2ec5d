import type { UserInputs } from '@vignette/contract/creations.ts'
import { useEffect, useRef, useState } from 'react'
import {
  isEmpty,
  reduceWizard,
  startWizard,
  type WizardAction,
  type WizardState,
} from '../../remix/index.ts'
import { readDeclared } from '../inputs/read-declared.ts'
import { renewForm } from '../inputs/renew-form.ts'

/**
 * The inputs of a test, which stay while the recipe is edited. The inputs of the last test stand in
 * the form again, unless the creator has typed others meanwhile.
 */
export function useTestForm(
  document: unknown,
  given: UserInputs | undefined,
): { form: WizardState; dispatch: (action: WizardAction) => void } {
  const steps = readDeclared(document)
  const declared = JSON.stringify(steps)
  const [form, setForm] = useState(() => startWizard(steps))
  const [seen, setSeen] = useState(declared)
  if (seen !== declared) {
    setSeen(declared)
    setForm(renewForm(form, steps))
  }
  const reduce = (action: WizardAction) => setForm((old) => reduceWizard(old, action))

  const isFresh = useRef(true)
  useEffect(() => {
    if (!given || !isFresh.current) return
    isFresh.current = false
    if (isUntouched(form)) reduce({ type: 'restore', inputs: given })
  })

  return {
    form,
    dispatch: (action) => {
      isFresh.current = false
      reduce(action)
    },
  }
}

function isUntouched({ steps, states }: WizardState): boolean {
  return states.every(({ value }, i) => {
    const initial = steps[i]?.initial
    return value === initial || (isEmpty(value) && isEmpty(initial))
  })
}
