import { useQuery } from '@tanstack/react-query'
import { WITHDRAWAL } from '@vignette/contract/withdrawal-words.ts'
import type { WithdrawalView } from '@vignette/contract/withdrawals.ts'
import { useState } from 'react'
import { send } from '../../../lib/api.ts'
import { checkEmail } from '../../../lib/check-email.ts'
import { configQuery } from '../../../lib/config.ts'
import { useAuth } from '../../../lib/identity/auth-context.tsx'
import { saveFile } from '../../../lib/save-file.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form.tsx'

type Paper = NonNullable<WithdrawalView['paper']>

/** A payment of the caller, or the one that a letter's link names. */
type Of = { paymentId: string; token?: string }

/** The part of a receipt in which a consumer withdraws from the contract, and sees that it arrived. */
export function WithdrawalPanel({ view, of }: { view: WithdrawalView; of: Of }) {
  const [asking, setAsking] = useState(false)
  const { state, words, paper } = view
  return (
    <section
      aria-label="Withdrawal"
      className="mt-4 flex flex-col items-start gap-2 border-t border-line pt-4 text-sm"
    >
      {state === 'open' && (
        <Button kind="secondary" size="sm" onClick={() => setAsking(true)}>
          Withdraw from contract here
        </Button>
      )}
      <p className={state === 'withdrawn' ? 'text-ink' : 'text-muted'} role="status">
        {words}
      </p>
      {paper && <SavePaper paper={paper} />}
      {asking && state === 'open' && <WithdrawDialog of={of} onClose={() => setAsking(false)} />}
    </section>
  )
}

function SavePaper({ paper: { file_name, text } }: { paper: Paper }) {
  return (
    <Button
      kind="secondary"
      size="sm"
      onClick={() => saveFile(new File([text], file_name, { type: 'text/plain' }))}
    >
      Save the confirmation
    </Button>
  )
}

function WithdrawDialog({ of, onClose }: { of: Of; onClose: () => void }) {
  const { data: config } = useQuery(configQuery)
  const { user } = useAuth()
  const form = useForm({
    first: { name: '', email: '' },
    check: ({ email }) => ({ email: email.trim() && checkEmail(email) }),
    act: ({ name, email }, { client }) => {
      const body = {
        ...(name.trim() && { name: name.trim() }),
        ...(email.trim() && { email: email.trim() }),
      }
      return of.token
        ? send(client, 'withdrawSignedPurchase', { body: { token: of.token, ...body } })
        : send(client, 'withdrawPurchase', { params: { id: of.paymentId }, body })
    },
    done: onClose,
  })
  return (
    <FormDialog
      form={form}
      title="Withdraw from contract"
      description="You need no reason. What you paid goes back the way it was paid."
      label="Confirm withdrawal"
      onClose={onClose}
    >
      <p className="text-sm">
        Number of the contract: <span className="font-mono break-all">{of.paymentId}</span>
      </p>
      <Input
        label="Your name, if you want it on the confirmation"
        maxLength={WITHDRAWAL.nameMax}
        autoComplete="name"
        {...form.field('name')}
      />
      {config?.mail !== 'none' && (of.token || !user) && (
        <Input
          label="E-mail for the confirmation"
          type="email"
          autoComplete="email"
          hint="With an account it goes to the account’s address. Without an address, save it from this page."
          {...form.field('email')}
        />
      )}
    </FormDialog>
  )
}
