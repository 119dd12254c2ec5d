import { isAbort } from '../../../lib/api-error.ts'
import { copyText } from '../../../lib/copy-text.ts'

type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'failed'

/** Opens the system's share sheet, or copies the link without one. */
export async function shareLink(title: string, url: string): Promise<ShareOutcome> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, url })
      return 'shared'
    } catch (error) {
      if (isAbort(error)) return 'cancelled'
    }
  }
  return (await copyText(url)) ? 'copied' : 'failed'
}
