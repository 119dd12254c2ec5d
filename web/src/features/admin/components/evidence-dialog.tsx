import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiMutation, apiQuery } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import { type Answer, buildUrl } from '../../../lib/client.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'

/** Asks again while the evidence is on its way. */
const disputeQuery = (id: string) =>
  apiQuery(
    'getDispute',
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.sending === 'requested' ? 2_000 : false) },
  )

/** The evidence as it is or was sent, and the one button that sends it. */
export function EvidenceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(disputeQuery(id))
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Evidence for the bank"
      description={query.data && `${query.data.reason} ${query.data.standing}`}
    >
      <QueryState
        query={query}
        line
        failed="The evidence could not be loaded"
        loading={<Skeleton className="h-72 w-full rounded-lg" />}
      >
        {(dispute) => <Preview dispute={dispute} />}
      </QueryState>
    </Dialog>
  )
}

function Preview({ dispute }: { dispute: Answer<'getDispute'> }) {
  const client = useQueryClient()
  const sending = useMutation({
    ...apiMutation('sendEvidence'),
    onSuccess: (sent) => {
      client.setQueryData(disputeQuery(dispute.id).queryKey, sent)
      toast('The evidence is on its way to the bank')
    },
  })
  const file = dispute.note?.file
  return (
    <div className="mt-4 flex flex-col gap-5">
      {dispute.texts.map(({ title, text }) => (
        <section key={title}>
          <h3 className="text-sm font-medium">{title}</h3>
          <p className="mt-1 rounded-md bg-ground p-3 text-sm break-words whitespace-pre-line">
            {text}
          </p>
        </section>
      ))}
      <section>
        <h3 className="text-sm font-medium">File</h3>
        {file ? (
          <a
            className="mt-1 inline-block text-sm underline underline-offset-4"
            href={buildUrl('getDisputeFile', { id: dispute.id })}
          >
            {file.name}
          </a>
        ) : (
          <p className="mt-1 text-sm text-muted">The creator has attached none.</p>
        )}
      </section>
      {dispute.failure && <Alert tone="danger">{dispute.failure}</Alert>}
      {sending.error && (
        <Alert tone="danger">
          {readReason(sending.error, 'It could not be sent. Please try again.')}
        </Alert>
      )}
      {dispute.no_evidence ? (
        <Alert>{dispute.no_evidence}</Alert>
      ) : (
        <div className="flex flex-col items-start gap-2">
          <p className="text-sm text-muted">
            The bank takes evidence once. After this neither you nor the creator can add anything.
          </p>
          <Button
            busy={sending.isPending}
            onClick={() => sending.mutate({ params: { id: dispute.id } })}
          >
            Send to the bank
          </Button>
        </div>
      )}
    </div>
  )
}
