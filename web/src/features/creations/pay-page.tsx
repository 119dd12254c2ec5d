import { useQuery } from '@tanstack/react-query'
import { formatCents } from '@vignette/contract/money.ts'
import { TEST_CARD } from '@vignette/contract/money-limits.ts'
import { PROOF } from '@vignette/contract/proof-limits.ts'
import type { ReactNode } from 'react'
import { apiQuery, send } from '../../lib/api.ts'
import { checkEmail } from '../../lib/check-email.ts'
import type { Answer } from '../../lib/client.ts'
import { configQuery } from '../../lib/config.ts'
import { formatSoon } from '../../lib/dates.ts'
import { useForm } from '../../lib/use-form.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/empty-state.tsx'
import { Input } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Lock } from '../../ui/icons.tsx'
import { Picture } from '../../ui/media.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { LoadingTitle, Skeleton } from '../../ui/skeleton.tsx'
import { useHash } from './claim-page.tsx'
import { useWaiver } from './components/use-waiver.tsx'
import { LICENSE_WORDS } from './license-words.ts'

type Sale = Answer<'getPaymentLink'>

const FAILED = 'This link could not be opened'

/** A holder of the link of a program's call sees what it buys, and pays for it. */
export function PayPage() {
  const token = useHash()
  usePageTitle('Pay for a remix')
  const query = useQuery({
    // A POST, so that the token stands in no log.
    ...apiQuery('getPaymentLink', { body: { token: token ?? '' } }),
    enabled: Boolean(token),
    // The gateway may tell of the payment a moment after it sent the payer back, and then it is delivered.
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? 5000 : false),
  })
  if (token === '') {
    return (
      <ErrorState level={1} title={FAILED}>
        Open the whole link that you were sent.
      </ErrorState>
    )
  }
  return (
    <QueryState
      query={query}
      failed={FAILED}
      level={1}
      loading={
        <div className="shell max-w-xl pt-12 pb-24">
          <LoadingTitle>Pay for a remix</LoadingTitle>
          <Skeleton className="mt-16 h-72 w-full rounded-lg" />
        </div>
      }
    >
      {(sale) => (
        <div className="shell max-w-xl pt-12 pb-24">
          <h1 className="text-3xl font-semibold">{TITLES[sale.state]}</h1>
          <p className="mt-3 text-muted">{describeState(sale)}</p>
          <What sale={sale} />
          {sale.state === 'open' && <Pay sale={sale} token={token ?? ''} />}
        </div>
      )}
    </QueryState>
  )
}

const isUnderWay = (sale: Sale | undefined) =>
  sale?.state === 'open' || sale?.state === 'authorized'

const TITLES: Record<Sale['state'], string> = {
  open: 'Pay for a remix',
  authorized: 'Thank you',
  charged: 'Paid',
  ended: 'Nothing to pay here',
}

function describeState({ state, amount, proof, expires_at }: Sale): string {
  const price = formatCents(amount)
  if (state === 'open') {
    return `A program asked for this remix and needs somebody to pay for it. The remix goes to the account of that program. The link is good until ${formatSoon(expires_at)}.`
  }
  if (state === 'authorized') {
    return proof
      ? `${price} is authorised. It is charged only if the account that asked keeps the creation.`
      : `${price} is authorised. It is charged once the creation is delivered. You can close this page.`
  }
  if (state === 'charged') return `The creation was delivered, and ${price} was charged.`
  return 'The checkout has ended, or the money was given back or never taken. If you were asked to pay, ask for a new link.'
}

function What({ sale: { workflow, inputs, files, ...sale } }: { sale: Sale }) {
  const license = LICENSE_WORDS[sale.license]
  return (
    <div className="mt-8 rounded-lg border border-line bg-surface p-5">
      <div className="flex items-center gap-4">
        {workflow.media && (
          <Picture
            url={workflow.media.url}
            alt=""
            fit="contain"
            className="h-18 w-auto max-w-24 rounded-md"
          />
        )}
        <div className="min-w-0">
          <h2 className="text-lg font-semibold wrap-anywhere">{workflow.name}</h2>
          <p className="text-sm text-muted wrap-anywhere">by @{workflow.creator_handle}</p>
        </div>
      </div>
      <dl className="mt-4 space-y-2.5 border-t border-line pt-4 text-[0.9375rem]">
        {inputs?.map(({ title, value }) => (
          <Row key={title} name={title}>
            <span className="whitespace-pre-line">{value}</span>
          </Row>
        ))}
        {sale.rows !== null && (
          <Row name="Remixes">
            {sale.rows}, each {formatCents(sale.amount / sale.rows)}
          </Row>
        )}
        {files > 0 && <Row name="Files">{files === 1 ? 'One file' : `${files} files`}</Row>}
        {license && <Row name="Licence">{license.title}</Row>}
        <Row name="Shown to others">{sale.public ? 'Yes' : 'No'}</Row>
        <div className="flex justify-between gap-6 border-t border-line pt-3 text-lg font-semibold">
          <dt>Total</dt>
          <dd className="tabular-nums">{formatCents(sale.amount)}</dd>
        </div>
      </dl>
    </div>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-4">
      <dt className="wrap-anywhere text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function Pay({ sale, token }: { sale: Sale; token: string }) {
  const { boxes, waiver } = useWaiver()
  const { data: config } = useQuery(configQuery)
  const { form, field, fault, busy, sent } = useForm({
    first: { email: '' },
    check: ({ email }) => ({ email: email.trim() && checkEmail(email) }),
    act: ({ email }, { client }) =>
      send(client, 'payByLink', {
        body: {
          token,
          ...(email.trim() && { email }),
          ...(!sale.declared && waiver && { waiver }),
        },
      }),
    done: ({ url }) => location.assign(url),
    failed: 'The checkout could not be opened. Please try again.',
  })
  const price = formatCents(sale.amount)
  return (
    <form {...form} className="mt-6 flex flex-col gap-4">
      {sale.test_mode && (
        <Alert tone="warn" title="Test mode">
          No real money moves. Pay with the test card{' '}
          <span className="font-mono whitespace-nowrap">{TEST_CARD}</span>, any future expiry and
          any CVC.
        </Alert>
      )}
      <p>
        Your card will be authorised for {price}, and not charged yet.{' '}
        {sale.proof
          ? `You pay only if the account that asked keeps the creation. Not kept within ${PROOF.hours} hours, it is released.`
          : 'It is charged only when the creation is delivered.'}
      </p>
      {config && config.mail !== 'none' && (
        <Input
          label="E-mail address (optional)"
          type="email"
          autoComplete="email"
          maxLength={254}
          placeholder="you@example.com"
          hint="For the receipt, or word that nothing was charged. Nothing else goes there."
          {...field('email')}
        />
      )}
      {sale.declared ? (
        <Alert tone="info" title="No right to withdraw">
          The program that asks says that its buyer declared:{' '}
          {sale.declared.map((each) => `“${each}”`).join(' ')} If you are the buyer and did not
          declare it, do not pay here.
        </Alert>
      ) : (
        !sale.proof && boxes
      )}
      {fault && <Alert tone="danger">{fault}</Alert>}
      <Button type="submit" size="lg" busy={busy || sent}>
        <Icon of={Lock} size={17} />
        Pay {price} Securely
      </Button>
    </form>
  )
}
