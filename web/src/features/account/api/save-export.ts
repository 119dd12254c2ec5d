import { track } from '../../../lib/analytics.ts'
import { readReason } from '../../../lib/api-error.ts'
import { callRaw } from '../../../lib/client.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { toastError } from '../../../ui/toast.tsx'

const FILES = {
  exportAccount: { name: 'vignette-data.zip', event: 'account_exported' },
  exportEarnings: { name: 'vignette-earnings.csv', event: 'earnings_exported' },
} as const

/** Uses fetch and not a link, so that a bearer token works as well as a cookie. */
export async function saveExport(what: keyof typeof FILES): Promise<void> {
  const { name, event } = FILES[what]
  try {
    const blob = await callRaw(what, {}, (response) => response.blob())
    saveFile(new File([blob], name, { type: blob.type }))
    track(event)
  } catch (error) {
    toastError(readReason(error, 'The export failed. Please try again.'))
  }
}
