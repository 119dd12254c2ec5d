import type { ProviderView } from '@vignette/contract/app.ts'
import { createContext, useContext } from 'react'
import type { Answer } from '../../../lib/client.ts'
import type { JsonPath } from '../../../lib/json-path.ts'
import type { Parts } from '../document/read-parts.ts'

/** What the cards read and change; the builder holds the document itself. */
export interface Editing {
  /** The document as last read without a fault. */
  recipe: Parts
  providers: readonly ProviderView[]
  /** The text does not parse now, so the form shows and changes nothing. */
  readOnly: boolean
  /** The server's last answer about the document; undefined before the first. */
  check: Answer<'checkWorkflow'> | undefined
  /** The fault at a path as the server writes it: `steps[1].prompt`. */
  faultAt: (path: string) => string | undefined
  countFaults: (path: string) => number
  /** Undefined removes the member. */
  set: (path: JsonPath, value: unknown) => void
  /** Changes the text once, so that one Undo takes all of it back. */
  apply: (change: (text: string) => string, burst?: string) => void
  /** The most that the step costs in a run, in cents, once the server has said so. */
  costOf: (stepId: string) => number | undefined
  /** What the last tests of a step took, in one line. */
  testsOf: (step: Parts) => string | undefined
  /** The input or step that a reference under the pointer or the focus names. */
  lit: string | undefined
  light: (name: string | undefined) => void
  /** Opens the card of the input or step of this name. */
  goTo: (name: string) => void
  /** Whether the creator chose the step of the result; until then it is the newest one. */
  isResultChosen: boolean
  chooseResult: (stepId: string) => void
  /** Tells a screen reader what happened. */
  announce: (words: string) => void
}

export const EditingContext = createContext<Editing | undefined>(undefined)

export function useEditing(): Editing {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('No recipe is being edited here')
  return editing
}
