import type { UserInputs } from '@vignette/contract/creations.ts'
import type { ProofOffer } from '@vignette/contract/recipe-document.ts'
import type { WaiverBody } from '@vignette/contract/withdrawals.ts'
import type { Launch } from '@vignette/contract/workflows.ts'
import { isNull } from 'drizzle-orm'
import type { Caller, Ctx, Principal } from '../../../src/ctx.ts'
import { inTransaction } from '../../../src/ctx.ts'
import { requestCapture } from '../../../src/features/payments/capture/capture.ts'
import { findBySession } from '../../../src/features/payments/checkout/authorisation.ts'
import {
  attachJob,
  claimPayment,
  detachJob,
} from '../../../src/features/payments/checkout/claim-payment.ts'
import { openCheckout } from '../../../src/features/payments/checkout/open-checkout.ts'
import { recordProof, type ShownProof } from '../../../src/features/payments/checkout/proof.ts'
import { payments as paymentsFeature } from '../../../src/features/payments/feature.ts'
import { findPayment } from '../../../src/features/payments/payment.ts'
import { postJobCost } from '../../../src/features/payments/post-job-cost.ts'
import {
  processEvent,
  receiveWebhook,
} from '../../../src/features/payments/reconcile/receive-webhook.ts'
import { payouts as payoutsFeature } from '../../../src/features/payouts/feature.ts'
import { purchases as purchasesFeature } from '../../../src/features/purchases/feature.ts'
import { newId } from '../../../src/platform/ids.ts'
import { openQueue, type Queue } from '../../../src/platform/queue/queue.ts'
import { openSandbox } from '../../../src/providers/open-sandbox.ts'
import type { PaymentGateway } from '../../../src/providers/payments/spec.ts'
import type { TaxCodes } from '../../../src/providers/payments/stripe/create-stripe-gateway.ts'
import { principals } from '../../../src/schema/identity.ts'
import { type PaymentRow, webhookEvents } from '../../../src/schema/payments.ts'
import { actAs, createTestCtx } from '../create-test-ctx.ts'
import { createTestDatabase, type TestDatabase } from '../create-test-database.ts'
import { createPayoutVendor } from './payout-vendor.ts'
import { deskOfGateway, type SandboxDesk } from './sandbox-desk.ts'

export const START = new Date('2026-03-01T12:00:00Z')

export interface MoneyWorld {
  database: TestDatabase
  /** Its `db` and `queue` are real; no worker runs, so the test decides which task runs when. */
  ctx: Ctx
  sandbox: SandboxDesk
  clock: { advance(ms: number): void; now(): Date }
  newPrincipal(kind?: 'visitor' | 'user'): Promise<Principal>
  checkout(want: Purchase & { inputs?: UserInputs }): Promise<string>
  /** Opens a checkout and pays with an accepted card; answers the row of the payment. */
  authorize(want: Purchase & { card?: string }): Promise<PaymentRow>
  startRun(buyer: Principal, recipe: Recipe, sessionId?: string): Promise<Run>
  /** Delivers the creation, or its proof where the sale offers proofs; answers the creation's id. */
  deliver(run: Run): Promise<string>
  /** Ends the run without a creation; `spentCents` is the cost so far of all runs on the payment. */
  fail(run: Run, spentCents?: number, waiting?: ShownProof & { until: Date }): Promise<void>
  /** Authorises a payment, begins its run and delivers the creation, which requests the capture. */
  deliverPaid(want: Purchase & { card?: string }): Promise<PaymentRow>
  processEvents(): Promise<void>
  payment(id: string): Promise<PaymentRow>
  close(): Promise<void>
}

export interface Purchase {
  buyer: Principal
  recipe: Recipe
  /** A creator's code. */
  code?: string | undefined
  waiver?: WaiverBody
  email?: string
  /** What the buyer's browser holds of fans' links, and the buyer's address. */
  from?: Partial<Pick<Caller, 'ledBy' | 'fanOf' | 'address'>>
}

export interface Recipe {
  workflowId: string
  version: number
  ownerId: string
  name: string
  price: number
  launch?: Launch
  cost: number
  recipe: { license: 'personal'; outputKind: 'image'; proof?: ProofOffer }
}

export interface Run {
  paymentId: string
  jobId: string
}

export const GOOD_CARD = '4242424242424242'

export function cardOf(number: string) {
  return { number, expiry: '12/34', cvc: '123' }
}

/** `draws` proofs of each sale; 0 where delivery charges. */
export function recipeOf(creator: Principal, price = 300, draws = 0): Recipe {
  return {
    workflowId: newId(),
    version: 1,
    ownerId: creator.id,
    name: 'Portrait',
    price,
    cost: 0,
    recipe: {
      license: 'personal',
      outputKind: 'image',
      ...(draws > 0 ? { proof: { draws } } : {}),
    },
  }
}

/** Payments on a real database and queue, with the sandbox gateway by default. */
export async function createMoneyWorld(
  gatewayOf?: (clock: { now(): Date }) => PaymentGateway,
  start = START,
  taxCodes?: TaxCodes,
  env: Record<string, string> = {},
): Promise<MoneyWorld> {
  const database = await createTestDatabase()
  let now = start
  const clock = {
    now: () => now,
    advance: (ms: number) => {
      now = new Date(now.getTime() + ms)
    },
  }
  const bare = createTestCtx(database, { clock, env })
  const queue: Queue = await openQueue({
    connectionString: database.connectionString,
    log: bare.log,
    supervise: false,
  })
  // A deletion asks for a task of payouts, the end of a proof for one of purchases.
  await queue.declare([
    ...(paymentsFeature.tasks ?? []),
    ...(payoutsFeature.tasks ?? []),
    ...(purchasesFeature.tasks ?? []),
  ])
  const { gateway } = openSandbox({
    pool: database.pool,
    clock,
    secret: bare.config.secret[0],
    seller: bare.config.OPERATOR_NAME,
    taxCodes,
    deliver: {
      async payments(rawBody, headers) {
        await receiveWebhook(ctx, { gateway: 'sandbox', rawBody, headers })
      },
    },
  })
  const sandbox = deskOfGateway(gateway)
  const ctx: Ctx = {
    ...bare,
    queue,
    gateway: gatewayOf?.(clock) ?? gateway,
    payoutGateway: createPayoutVendor(clock),
  }

  async function payment(id: string): Promise<PaymentRow> {
    const row = await findPayment(ctx, id)
    if (!row) throw new Error('no such payment')
    return row
  }

  const world: MoneyWorld = {
    database,
    ctx,
    sandbox,
    clock,
    payment,

    async newPrincipal(kind = 'user') {
      const id = newId()
      await database.db.insert(principals).values({
        id,
        kind,
        anonHash: kind === 'visitor' ? id : null,
        issuer: kind === 'user' ? 'test' : null,
        subject: kind === 'user' ? id : null,
        createdAt: now,
      })
      return {
        id,
        kind,
        username: null,
        email: null,
        banned: false,
        approvedCreator: false,
        admin: false,
        roles: [],
      }
    },

    async checkout({ buyer, recipe, code, inputs, from, waiver, email }) {
      const acting = actAs(ctx, buyer)
      const here: Ctx = { ...acting, caller: { ...acting.caller, ...from } }
      const session = await openCheckout(here, {
        runnable: recipe,
        code,
        returns: {
          successUrl: 'http://localhost/back?session_id={CHECKOUT_SESSION_ID}',
          cancelUrl: 'http://localhost/back?canceled=true',
        },
        userInputs: inputs ?? null,
        waiver,
        email,
        public: false,
        termsVersion: null,
      })
      return session.sessionId
    },

    async authorize({ card, ...purchase }) {
      const { buyer } = purchase
      const sessionId = await world.checkout(purchase)
      const verdict = await sandbox.pay(sessionId, cardOf(card ?? GOOD_CARD))
      if (verdict === 'closed' || !verdict.accepted) throw new Error('the card was refused')
      await world.processEvents()
      const row = await findBySession(ctx, buyer.id, sessionId)
      if (!row) throw new Error('no such payment')
      return row
    },

    startRun(buyer, recipe, sessionId) {
      return inTransaction(ctx, async (tx) => {
        const claimed = await claimPayment(tx, { buyer, recipe, sessionId })
        const run = { paymentId: claimed.id, jobId: newId() }
        await attachJob(tx, run)
        return run
      })
    },

    async deliver(run) {
      const creationId = newId()
      const { workflowId, draws } = await payment(run.paymentId)
      await inTransaction(ctx, async (tx) => {
        await postJobCost(tx, { ...run, workflowId, costCents: 5 })
        const delivery = { creationId, ...run, costCents: 5 }
        if (draws) await recordProof(tx, delivery)
        else await requestCapture(tx, delivery)
      })
      return creationId
    },

    async fail(run, spentCents = 0, waiting) {
      const { workflowId } = await payment(run.paymentId)
      await inTransaction(ctx, async (tx) => {
        await postJobCost(tx, { ...run, workflowId, costCents: 5 })
        await detachJob(tx, { ...run, outcome: 'FAILED', spentCents, waiting })
      })
    },

    async deliverPaid(want) {
      const authorized = await world.authorize(want)
      const run = await world.startRun(want.buyer, want.recipe, authorized.sessionId ?? undefined)
      await world.deliver(run)
      return payment(authorized.id)
    },

    async processEvents() {
      await gateway.deliverEvents()
      const waiting = await database.db
        .select({ gateway: webhookEvents.gateway, id: webhookEvents.id })
        .from(webhookEvents)
        .where(isNull(webhookEvents.processedAt))
      for (const { gateway, id } of waiting) await processEvent(ctx, gateway, id)
    },

    async close() {
      await queue.stop({ graceMs: 0 })
      await database.drop()
    },
  }
  return world
}
