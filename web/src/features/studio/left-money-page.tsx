import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { useState } from 'react'
import { apiQuery, send } from '../../lib/api.ts'
import type { Answer } from '../../lib/client.ts'
import { formatLongDate } from '../../lib/dates.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { ErrorState } from '../../ui/empty-state.tsx'
import { Input } from '../../ui/field.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { LoadingTitle, Skeleton } from '../../ui/skeleton.tsx'
import { AccountState, OpenAccount } from './components/account-panel.tsx'
import { UnpaidLines } from './components/unpaid-lines.tsx'
import { keepLeftToken, useLeftToken } from './use-left-token.ts'

const FAILED = 'This page could not be opened'

/** The money of a deleted account, for the holder of the link. */
export function LeftMoneyPage() {
  const token = useLeftToken()
  const query = useQuery({
    ...apiQuery('getLeftMoney', { body: { token: token ?? '' } }),
    enabled: Boolean(token),
    // Who comes from the vendor's form may be here before the vendor's word is.
    refetchInterval: ({ state }) =>
      state.data?.account.state === 'started' && state.dataUpdateCount < 6 ? 5_000 : false,
  })
  usePageTitle('Money you left here')
  if (token === '') {
    return (
      <ErrorState level={1} title={FAILED}>
        Open the whole link that you were given.
      </ErrorState>
    )
  }
  return (
    <QueryState
      query={query}
      failed={FAILED}
      level={1}
      loading={
        <div className="shell max-w-2xl pt-12 pb-24">
          <LoadingTitle>Money you left here</LoadingTitle>
          <Skeleton className="h-72 w-full rounded-lg" />
        </div>
      }
    >
      {(money) => (
        <div className="shell max-w-2xl pt-12 pb-24">
          <LeftMoney money={money} token={token ?? ''} />
        </div>
      )}
    </QueryState>
  )
}

function LeftMoney({ money, token }: { money: Answer<'getLeftMoney'>; token: string }) {
  return (
    <>
      <h1 className="text-3xl font-semibold">Money you left here</h1>
      <p className="mt-3 text-muted">
        Your account is deleted, and this stays yours. Keep the address of this page for yourself:
        it works until {formatLongDate(money.until)}. After that day, write to us.
      </p>
      {money.test_mode && (
        <p role="note" className="mt-6 rounded-lg border border-line bg-surface p-4 text-sm">
          This is test money: no buyer was charged, and no bank gets anything.
        </p>
      )}
      <p className="mt-8 text-sm text-muted">Not paid yet</p>
      <p className="text-2xl font-semibold tabular-nums">{formatCents(money.unpaid)}</p>
      <p className="mt-1 text-sm text-muted">
        What has cleared leaves on Fridays at 06:00 UTC, next on {formatLongDate(money.next_run)},
        whatever the sum.
      </p>
      <div className="mt-10 flex flex-col gap-10">
        <UnpaidLines lines={money.lines} />
        <section aria-labelledby="payout-account">
          <h2 id="payout-account" className="text-xl font-semibold">
            Payout account
          </h2>
          <AccountState
            account={money.account}
            form={money.may_open && <OpenLeft account={money.account} token={token} />}
          />
        </section>
      </div>
    </>
  )
}

function OpenLeft({
  account,
  token,
}: {
  account: Answer<'getLeftMoney'>['account']
  token: string
}) {
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  return (
    <>
      {account.vendor === 'stripe' && account.state === 'none' && (
        <Input
          label="E-mail address for the payout vendor"
          type="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      )}
      <OpenAccount
        account={account}
        open={(country) => {
          keepLeftToken(token)
          const body = { token, country, ...(email ? { email } : {}) }
          return send(client, 'openLeftAccount', { body })
        }}
      />
    </>
  )
}
