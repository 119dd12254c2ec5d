import type { QueryClient } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { readReason } from '../../../lib/api-error.ts'
import { call } from '../../../lib/client.ts'
import { toast, toastError } from '../../../ui/toast.tsx'
import { creationQuery } from './get-creation.ts'
import { restoreCreation } from './restore-creation.ts'

const UNDO_MS = 10_000

/**
 * Deletes at once and offers an undo, which the profile also offers while restoring is possible.
 */
export async function deleteCreation(
  client: QueryClient,
  id: string,
  leave: () => Promise<void> | void,
  onRestored: () => void,
): Promise<void> {
  const refresh = () => client.invalidateQueries({ queryKey: ['listUserCreations'] })
  try {
    await call('deleteCreation', { params: { id } })
  } catch (error) {
    toastError(readReason(error, 'The creation could not be deleted. Please try again.'))
    return
  }
  track('creation_deleted', { creation_id: id })
  await leave()
  // The screen may still be mounted: do not refetch now, but refetch on the next visit.
  void client.invalidateQueries({
    queryKey: creationQuery(id).queryKey,
    refetchType: 'none',
  })
  void refresh()
  const restore = async () => {
    try {
      await restoreCreation(id)
      void refresh()
      onRestored()
    } catch (error) {
      toastError(readReason(error, 'The creation could not be restored.'))
    }
  }
  toast('Creation deleted', {
    duration: UNDO_MS,
    action: { label: 'Undo', onClick: () => void restore() },
  })
}
