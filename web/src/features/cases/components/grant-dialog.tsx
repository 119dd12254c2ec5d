import { useQueryClient } from '@tanstack/react-query'
import { CASE } from '@vignette/contract/case-words.ts'
import type { CaseView } from '@vignette/contract/cases.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { send } from '../../../lib/api.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Input, Textarea } from '../../../ui/field.tsx'
import { CheckedActionDialog } from './checked-action-dialog.tsx'

/** Cents of dollars as a person types them; undefined where the text is no such sum. */
function readDollars(text: string): number | undefined {
  const plain = text.trim().replace(/^\$/, '')
  return /^\d{1,4}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : undefined
}

export function GrantDialog({ view, onClose }: { view: CaseView; onClose: () => void }) {
  const client = useQueryClient()
  const most = view.amount - view.refunded
  const [sum, setSum] = useKeptState(`grant ${view.id} sum`, (most / 100).toFixed(2))
  const [note, setNote] = useKeptState(`grant ${view.id} note`, '')
  const cents = readDollars(sum)
  const isRight = cents !== undefined && cents >= 1 && cents <= most
  return (
    <CheckedActionDialog
      title="Give the money back"
      description={
        view.side === 'creator'
          ? 'Your share of it is taken from your earnings.'
          : 'The creator’s share of it is taken from the creator’s earnings.'
      }
      button={isRight ? `Give back ${formatCents(cents)}` : 'Give back'}
      done={isRight ? `${formatCents(cents)} goes back to the buyer` : ''}
      fault={isRight ? undefined : `Please enter between $0.01 and ${formatCents(most)}`}
      onClose={onClose}
      // A refund of the whole rest sends no sum: the server then subtracts a refund that was made
      // at the same moment.
      act={() =>
        send(client, 'grantCase', {
          params: { id: view.id },
          body: { ...(cents === most || cents === undefined ? {} : { amount: cents }), note },
        })
      }
    >
      {(error) => (
        <>
          <Input
            label="Sum in dollars"
            inputMode="decimal"
            value={sum}
            error={error}
            hint={`The buyer paid ${formatCents(view.amount)}${view.refunded > 0 ? `, of which ${formatCents(view.refunded)} was refunded` : ''}.`}
            onChange={(event) => setSum(event.target.value)}
          />
          <Textarea
            label="Note to the buyer (optional)"
            rows={3}
            maxLength={CASE.noteMax}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </>
      )}
    </CheckedActionDialog>
  )
}
