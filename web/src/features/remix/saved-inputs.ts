import type { UserInputs } from '@vignette/contract/creations.ts'
import { readSessionItem, writeSessionItem } from '../../lib/session-items.ts'
import { readItem, removeItem, writeItem } from '../../lib/storage.ts'
import type { Place } from './wizard/reducer.ts'

const inputsKey = (workflowId: string) => `workflow_inputs_${workflowId}`
const publicKey = (workflowId: string) => `workflow_public_${workflowId}`
const emailKey = (workflowId: string) => `workflow_email_${workflowId}`
/** Of this tab alone: a new tab begins at the review. */
const stepKey = (workflowId: string) => `workflow_step_${workflowId}`
const drawingKey = (workflowId: string) => `workflow_drawing_${workflowId}`
const originKey = (workflowId: string) => `workflow_from_${workflowId}`

export interface SavedInputs {
  inputs: UserInputs
  public: boolean
  /** The creation that the inputs began with. */
  madeFrom: string | null
  /** What the preview was drawn from. */
  drawing?: string | null | undefined
  /** The address for the letters about the payment. */
  email: string
}

export function saveInputs(workflowId: string, saved: SavedInputs): void {
  writeItem(inputsKey(workflowId), JSON.stringify(saved.inputs))
  writeItem(publicKey(workflowId), String(saved.public))
  if (saved.madeFrom) writeItem(originKey(workflowId), saved.madeFrom)
  else removeItem(originKey(workflowId))
  if (saved.drawing) writeItem(drawingKey(workflowId), saved.drawing)
  else removeItem(drawingKey(workflowId))
  if (saved.email) writeItem(emailKey(workflowId), saved.email)
  else removeItem(emailKey(workflowId))
}

export function findSavedInputs(workflowId: string): SavedInputs | undefined {
  const text = readItem(inputsKey(workflowId))
  if (!text) return undefined
  try {
    const inputs: unknown = JSON.parse(text)
    if (!inputs || typeof inputs !== 'object' || Array.isArray(inputs)) return undefined
    return {
      inputs: inputs as UserInputs,
      public: readItem(publicKey(workflowId)) === 'true',
      madeFrom: readItem(originKey(workflowId)),
      drawing: readItem(drawingKey(workflowId)),
      email: readItem(emailKey(workflowId)) ?? '',
    }
  } catch {
    return undefined
  }
}

export function removeSavedInputs(workflowId: string): void {
  removeItem(inputsKey(workflowId))
  removeItem(publicKey(workflowId))
  removeItem(originKey(workflowId))
  removeItem(drawingKey(workflowId))
  removeItem(emailKey(workflowId))
  writeSessionItem(stepKey(workflowId), null)
}

export function savePlace(workflowId: string, { index, reached }: Place): void {
  writeSessionItem(stepKey(workflowId), `${index},${reached}`)
}

export function findPlace(workflowId: string): Place | null {
  const [, index, reached] = /^(\d+),(\d+)$/.exec(readSessionItem(stepKey(workflowId)) ?? '') ?? []
  return index ? { index: Number(index), reached: Number(reached) } : null
}
