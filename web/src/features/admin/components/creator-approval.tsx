import { useQueryClient } from '@tanstack/react-query'
import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { useState } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { approveCreator } from '../api/approve-creator.ts'

type Outcome = { tone: 'good' | 'danger'; text: string }

/** Allows or forbids a creator to spend the operator's money at paid providers. */
export function CreatorApproval() {
  const client = useQueryClient()
  const [id, setId] = useKeptState('creator to approve', '')
  const [fault, setFault] = useState<string | undefined>()
  const [busy, setBusy] = useState<'approve' | 'end' | undefined>()
  const [outcome, setOutcome] = useState<Outcome | undefined>()

  async function decide(approved: boolean) {
    const account = id.trim()
    setOutcome(undefined)
    if (!UUID_PATTERN.test(account)) return setFault('Please enter the id of an account')
    setBusy(approved ? 'approve' : 'end')
    try {
      await approveCreator(client, account, approved)
      setOutcome({
        tone: 'good',
        text: approved
          ? 'Approved. The creator may publish with paid providers.'
          : 'Ended. The creator may publish with free providers only.',
      })
    } catch (error) {
      setOutcome({
        tone: 'danger',
        text: readReason(error, 'It could not be saved. Please try again.'),
      })
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <section aria-labelledby="creators" className="max-w-xl">
      <h2 id="creators" className="text-xl font-semibold">
        Approve a creator
      </h2>
      <p className="mt-2 text-muted">
        Approved creators may publish recipes on providers that cost you money per run, and as many
        recipes as they like.
      </p>
      <form
        noValidate
        className="mt-5 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void decide(true)
        }}
      >
        <Input
          label="Account id"
          hint="It stands as user_id in each of the creator's recipes."
          className="font-mono text-sm"
          value={id}
          error={fault}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setId(event.target.value)
            setFault(undefined)
          }}
        />
        {outcome && <Alert tone={outcome.tone}>{outcome.text}</Alert>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy === 'approve'} disabled={busy !== undefined}>
            Approve
          </Button>
          <Button
            kind="secondary"
            busy={busy === 'end'}
            disabled={busy !== undefined}
            onClick={() => void decide(false)}
          >
            End approval
          </Button>
        </div>
      </form>
    </section>
  )
}
