import { readReason } from '../../lib/api-error.ts'
import { callRaw } from '../../lib/client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { toastError } from '../../ui/toast.tsx'

/** The run's payouts for the operator's bank; uses fetch so that a bearer token works as well. */
export async function saveRunCsv(id: string): Promise<void> {
  try {
    const blob = await callRaw('exportPayoutRun', { params: { id } }, (answer) => answer.blob())
    saveFile(new File([blob], `payouts-${id}.csv`, { type: blob.type }))
  } catch (error) {
    toastError(readReason(error, 'The list could not be saved. Please try again.'))
  }
}
