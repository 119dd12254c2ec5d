import { track } from '../../../lib/analytics.ts'
import { readReason } from '../../../lib/api-error.ts'
import { callRaw } from '../../../lib/client.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { toastError } from '../../../ui/toast.tsx'

/** Uses fetch and not a link, so that a bearer token works as well as a cookie. */
export async function saveExport(): Promise<void> {
  try {
    const blob = await callRaw('exportAccount', {}, (response) => response.blob())
    saveFile(new File([blob], 'vignette-data.zip', { type: blob.type }))
    track('account_exported')
  } catch (error) {
    toastError(readReason(error, 'The export failed. Please try again.'))
  }
}
