import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RESTORABLE_DAYS } from '@vignette/contract/recipe-limits.ts'
import type { WorkflowCard } from '@vignette/contract/workflows.ts'
import { refresh } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { formatLocalDate } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import { workflowCreationsQuery } from '../../creations/index.ts'
import { deleteWorkflow, workflowQuery } from '../api.ts'

/**
 * Asks for confirmation, then withdraws the recipe and removes the recipe from every cached list.
 */
export function TakeDownDialog({
  recipe,
  onClose,
  leave,
}: {
  recipe: Pick<WorkflowCard, 'id' | 'name'> | undefined
  onClose: () => void
  /** Leaves the recipe's page. */
  leave?: () => Promise<void> | void
}) {
  const client = useQueryClient()
  const taking = useMutation({
    mutationFn: ({ id }: Pick<WorkflowCard, 'id'>) => deleteWorkflow(id),
    onSuccess: async (_, { id }) => {
      onClose()
      toast(`Taken down. Restore until ${formatLocalDate(restorableUntil())}`)
      await leave?.()
      client.removeQueries({ queryKey: workflowQuery(id).queryKey })
      client.removeQueries({ queryKey: workflowCreationsQuery(id).queryKey })
      await refresh(client, 'deleteWorkflow')
    },
    onError: (error) =>
      toastError(readReason(error, 'The recipe could not be taken down. Please try again.')),
  })
  const busy = taking.isPending

  return (
    <Dialog
      open={recipe !== undefined}
      onOpenChange={(open) => !open && onClose()}
      locked={busy}
      title="Take it off the market?"
      description={`Nobody can start “${recipe?.name ?? ''}” any more. What was paid for still runs, and finished creations stay with their owners. For ${RESTORABLE_DAYS} days you can restore it in the studio.`}
    >
      <div className="flex flex-wrap gap-3">
        <Button kind="danger" busy={busy} onClick={() => recipe && taking.mutate(recipe)}>
          Take down
        </Button>
        <Button kind="secondary" disabled={busy} onClick={onClose}>
          Keep it
        </Button>
      </div>
    </Dialog>
  )
}

function restorableUntil(): string {
  return new Date(Date.now() + RESTORABLE_DAYS * 86_400_000).toISOString()
}
