import type { WorkflowHealth } from '@vignette/contract/health.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { viewNotice } from '../../src/features/notices/notice.ts'
import { ProviderError } from '../../src/providers/generation/spec.ts'
import { notices } from '../../src/schema/notices.ts'
import { payments } from '../../src/schema/payments.ts'
import { ended, enterCard, openCheckout, remix, sessionOf, tryPublish } from './acts.ts'
import { UNLIMITED_RATES, Visitor } from './browser.ts'
import { createScriptedProvider, picture } from './scripted-provider.ts'
import { startTestApp } from './start-test-app.ts'

export const SOON = { timeout: 20_000 }

/** A vendor whose calls fail as the test decides. */
class FailingVendor {
  /** The code with which each call fails; undefined while the vendor works. */
  fault: string | undefined
  /** Decides for each call where the vendor fails only sometimes. */
  failing: ((call: number) => boolean) | undefined
  private calls = 0

  readonly provider = createScriptedProvider({
    start: () => {
      this.calls += 1
      const code = this.failing
        ? this.failing(this.calls)
          ? 'provider_down'
          : undefined
        : this.fault
      if (code === undefined) return picture()
      throw new ProviderError(code, 'The generator has a problem at the moment.', {
        retryable: false,
      })
    },
  })

  mend(): void {
    this.fault = undefined
    this.failing = undefined
    this.calls = 0
  }
}

export type HealthWorld = Awaited<ReturnType<typeof createHealthWorld>>

/** Two processes with a worker each, whose only provider is a `FailingVendor`. */
export async function createHealthWorld() {
  const vendor = new FailingVendor()
  const env = UNLIMITED_RATES
  const app = await startTestApp({ providers: [vendor.provider], env })
  const other = await startTestApp({
    providers: [vendor.provider],
    env: { ...env, SECRET: app.ctx.config.secret[0] },
    beside: app,
  })

  async function publish(price = 0) {
    const creator = new Visitor(app.url)
    const { body } = await tryPublish(creator, { price })
    return { creator, id: body.id }
  }

  async function runToEnd(id: string, actor = new Visitor(app.url), session?: string) {
    const started = await remix(actor, id, { session_id: session })
    expect(started.body).not.toHaveProperty('error')
    return { actor, job: await ended(actor, started.body.job_id) }
  }

  async function failThrice(id: string): Promise<void> {
    vendor.fault = 'provider_down'
    for (let time = 0; time < 3; time++) {
      const { job } = await runToEnd(id)
      expect(job.status).toBe('FAILED')
    }
  }

  const view = async (id: string, actor = new Visitor(app.url)) =>
    (await actor.call<WorkflowView>('GET', `/workflows/${id}`)).body

  const untilFailing = (id: string) =>
    expect.poll(async () => (await view(id)).failing, SOON).toBe(true)
  const untilWorking = (id: string) =>
    expect.poll(async () => (await view(id)).failing, SOON).toBeUndefined()

  const healthOf = async (creator: Visitor, id: string) =>
    (await creator.call<WorkflowHealth>('GET', `/workflows/${id}/health`)).body

  /** What the creator was told of a recipe, newest first. */
  async function toldOf(id: string) {
    const rows = await app.ctx.db
      .select()
      .from(notices)
      .where(sql`${notices.facts} ->> 'workflowId' = ${id} and ${notices.kind} like 'workflow_%'`)
      .orderBy(desc(notices.id))
    return rows.map((row) => viewNotice(row))
  }

  async function testOnce(creator: Visitor, id: string) {
    const { body } = await creator.call<{ job_id: string }>('POST', `/workflows/${id}/tests`, {
      user_inputs: { wish: 'boat' },
    })
    return ended(creator, body.job_id)
  }

  async function checkOut(workflowId: string) {
    const buyer = new Visitor(app.url)
    const { status, body } = await openCheckout(buyer, workflowId)
    return {
      buyer,
      status,
      error: body.error,
      session: body.session_id,
      async pay(card?: string) {
        await enterCard(body.url, card)
        return (await sessionOf(buyer, body.session_id)).body
      },
    }
  }

  async function listAuthorized(workflowId: string): Promise<string[]> {
    const rows = await app.ctx.db
      .select({ session: payments.sessionId })
      .from(payments)
      .where(and(eq(payments.workflowId, workflowId), eq(payments.state, 'authorized')))
    return rows.map(({ session }) => session ?? '')
  }

  return {
    app,
    other,
    vendor,
    publish,
    runToEnd,
    failThrice,
    view,
    untilFailing,
    untilWorking,
    healthOf,
    toldOf,
    testOnce,
    openCheckout: checkOut,
    listAuthorized,
    async close() {
      await other.close()
      await app.close()
    },
  }
}
