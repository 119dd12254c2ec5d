import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery, send } from '../../../lib/api.ts'
import { readReason } from '../../../lib/api-error.ts'
import type { Answer } from '../../../lib/client.ts'
import { formatLongDate } from '../../../lib/dates.ts'
import { useKeptState } from '../../../lib/kept-state.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toastError } from '../../../ui/toast.tsx'

type Account = Answer<'getPayoutAccount'>

const WORDS: Record<Account['state'], string> = {
  none: 'There is no payout account yet.',
  started: 'You have not finished the form of your payout account.',
  restricted: 'Your payout account is not complete.',
  ready: 'Your payout account is ready.',
  rejected: 'Your payout account was refused.',
  closed: 'Your payout account is closed.',
}
const COUNTRIES = [
  'US',
  'GB',
  'DE',
  'FR',
  'ES',
  'IT',
  'NL',
  'AT',
  'BE',
  'IE',
  'PL',
  'SE',
  'CA',
  'AU',
]
const names = new Intl.DisplayNames('en', { type: 'region' })

export function AccountPanel() {
  const client = useQueryClient()
  const query = useQuery(apiQuery('getPayoutAccount', {}))
  return (
    <section aria-labelledby="payout-account">
      <h2 id="payout-account" className="text-xl font-semibold">
        Payout account
      </h2>
      <QueryState
        query={query}
        line
        failed="The payout account could not be loaded"
        loading={<Skeleton className="mt-4 h-28 w-full rounded-lg" />}
      >
        {(account) => (
          <AccountState
            account={account}
            form={
              <OpenAccount
                account={account}
                open={(country) => send(client, 'openPayoutAccount', { body: { country } })}
              />
            }
          />
        )}
      </QueryState>
    </section>
  )
}

export function AccountState({
  account,
  form,
}: {
  account: Account
  /** What leads to the vendor's form, where the account may be changed. */
  form: ReactNode
}) {
  const { state, missing, missing_by, bank_last4, reason, usable_from } = account
  return (
    <div className="mt-4 flex flex-col items-start gap-3">
      <p>{WORDS[state]}</p>
      {reason && <p className="break-words text-sm text-muted">{reason}</p>}
      {missing.length > 0 && (
        <div>
          <p className="text-sm text-muted">
            Still asked for{missing_by ? ` by ${formatLongDate(missing_by)}` : ''}:
          </p>
          <ul className="list-disc pl-5">
            {missing.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </div>
      )}
      {bank_last4 && <p className="text-sm text-muted">Bank account ending in {bank_last4}</p>}
      {usable_from && new Date(usable_from) > new Date() && (
        <p className="text-sm text-muted">Used from {formatLongDate(usable_from)} on.</p>
      )}
      {state !== 'rejected' && state !== 'closed' && form}
    </div>
  )
}

/** `open` answers the address of the vendor's form. */
export function OpenAccount({
  account,
  open,
}: {
  account: Account
  open: (country: string) => Promise<{ url: string }>
}) {
  const [country, setCountry] = useKeptState('payout country', account.country ?? 'US')
  const opening = useMutation({
    mutationFn: open,
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toastError(readReason(error, 'The payout account could not be opened.')),
  })
  return (
    <>
      {account.state === 'none' && (
        <div className="w-full sm:w-72">
          <Select
            label="Country of your bank account"
            options={COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value }))}
            value={country}
            onChange={(event) => setCountry(event.target.value)}
          />
        </div>
      )}
      <Button busy={opening.isPending || opening.isSuccess} onClick={() => opening.mutate(country)}>
        {account.state === 'none'
          ? 'Add payout account'
          : account.state === 'ready'
            ? 'Change payout account'
            : 'Finish payout account'}
      </Button>
    </>
  )
}
