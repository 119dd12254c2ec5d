import type { CardKind } from '@vignette/contract/card-kinds.ts'
import { track } from '../../../lib/analytics.ts'
import { readReason } from '../../../lib/api-error.ts'
import { callRaw } from '../../../lib/client.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { toastError } from '../../../ui/toast.tsx'

/** A film is drawn frame by frame while the browser waits. */
const PATIENCE_MS = 180_000

export async function saveCard(id: string, kind: CardKind): Promise<void> {
  try {
    const options = { params: { id }, query: { kind }, timeoutMs: PATIENCE_MS }
    const blob = await callRaw('drawCard', options, (answer) => answer.blob())
    const name = `${kind}-${id.slice(-12)}.${kind === 'film' ? 'mp4' : 'png'}`
    saveFile(new File([blob], name, { type: blob.type }))
    track('card_saved', { workflow_id: id, kind })
  } catch (error) {
    toastError(readReason(error, 'It could not be made. Please try again.'))
  }
}
