import { expect } from 'vitest'
import { type Browser, openBrowser, signIn } from '../../support/browser.ts'
import { idOf, publish } from '../../support/market.ts'
import { remix } from '../../support/remixing.ts'
import { TestActor } from '../../support/test-actor.ts'
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
  pay(fan: TestActor, workflowId: string): Promise<string>
  /** Fills in the vendor's form at this address. */
  identify(url: string, accountId: string, web: string): Promise<void>
}

/** A creator with one sale and a payout account that is ready; every process has ended afterwards. */
export async function preparePayee(world: World, ways: Ways): Promise<Payee> {
  const [web, worker] = await Promise.all([world.start('web'), world.start('worker')])
  const creator = openBrowser(web.url)
  await signIn(creator, 'payee@example.com')
  const id = await idOf(creator)
  const recipe = await publish(creator, id, { price: PRICE, steps: [SKETCH] })
  const fan = new TestActor(web.url)
  const session = await ways.pay(fan, recipe.id)
  const { body } = await remix(fan, recipe.id, 'boat', {}, { session_id: session })
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
