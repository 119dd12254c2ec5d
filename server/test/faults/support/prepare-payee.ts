import { expect } from 'vitest'
import { idOf, publish, remix } from '../../support/acts.ts'
import { Browser, signIn, Visitor } from '../../support/browser.ts'
import type { StripeStandIn } from '../../support/money/start-stripe.ts'
import { checkOut } from './buy.ts'
import { untilCompleted } from './follow-job.ts'
import { ask } from './installation.ts'
import type { World } from './open-world.ts'
import { untilPayment } from './stripe-world.ts'

const PRICE = 2_000
/** The creator's 70% of one sale. */
export const EARNED = 1_400

const SKETCH = {
  id: 'draw',
  provider: 'local',
  function_type: 'text_to_image',
  prompt: 'A {{wish}}',
  params: { width: 256, height: 256 },
}

export interface Payee {
  id: string
  /** The account's id at the vendor. */
  accountId: string
}

export interface Ways {
  /** Pays for a run; answers the checkout's session. */
  pay(fan: Visitor, workflowId: string): Promise<string>
  /** Fills in the vendor's form at this address. */
  identify(url: string, accountId: string, web: string): Promise<void>
}

/** Stripe's hosted form, and the event that tells of it. */
export const byStripe = (stripe: StripeStandIn): Ways => ({
  async pay(fan, workflowId) {
    const { session_id: session } = await checkOut(fan, workflowId)
    await stripe.pay(session)
    return session
  },
  async identify(_, accountId, web) {
    await stripe.identify(accountId)
    await deliverPayoutNews(stripe, web)
  },
})

/** Delivers every event so far about payouts, each as often as told, signed at the server's time. */
export async function deliverPayoutNews(
  stripe: StripeStandIn,
  web: string,
  { times = 1, aheadMs = 0 } = {},
): Promise<void> {
  const timestamp = Math.floor((Date.now() + aheadMs) / 1000)
  const news = (await stripe.list('v2.core.event')).flatMap((event) =>
    Array.from({ length: times }, () => event),
  )
  const answers = await Promise.all(
    news.map(async (event) => {
      const { body, headers } = stripe.signThin(event, { timestamp })
      const answer = await fetch(`${web}/api/v1/payouts/webhook/stripe`, {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
      })
      await answer.arrayBuffer()
      return answer.status
    }),
  )
  expect(new Set(answers)).toEqual(new Set([200]))
}

/** What Stripe transferred to the payee, in cents. */
export const atStripe =
  (stripe: StripeStandIn, { accountId }: Payee) =>
  async () =>
    (await stripe.list('transfer', { destination: accountId })).map(({ amount }) => amount)

/** A creator with one sale and a payout account that is ready; every process has ended afterwards. */
export async function preparePayee(world: World, ways: Ways): Promise<Payee> {
  const [web, worker] = await Promise.all([world.start('web'), world.start('worker')])
  const creator = new Browser(web.url)
  await signIn(creator, 'payee@example.com')
  const id = await idOf(creator)
  const recipe = await publish(creator, { price: PRICE, steps: [SKETCH] })
  const fan = new Visitor(web.url)
  const session = await ways.pay(fan, recipe.id)
  const { body } = await remix(fan, recipe.id, { session_id: session })
  await untilCompleted(world, body.job_id)
  await untilPayment(world, session, 'captured')
  const accountId = await addAccount(world, creator, ways, web.url)
  await Promise.all([web.terminate(), worker.terminate()])
  return { id, accountId }
}

async function addAccount(
  world: World,
  creator: Browser,
  ways: Ways,
  web: string,
): Promise<string> {
  const opened = await creator.json<{ url: string }>('/payouts/account', {
    body: { country: 'US' },
  })
  expect(opened.status).toBe(200)
  const [account] = await ask(world, 'select account_id from payout_accounts')
  const accountId = String(account?.['account_id'])
  await ways.identify(opened.body.url, accountId, web)
  const state = async () => (await ask(world, 'select state from payout_accounts'))[0]?.['state']
  await expect.poll(state, { timeout: 30_000 }).toBe('ready')
  return accountId
}
