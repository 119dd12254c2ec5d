import { expect, test } from 'vitest'
import { publish, remix } from '../support/acts.ts'
import { Browser, signIn } from '../support/browser.ts'
import { startHookStandIn } from '../support/stand-ins/webhook-stand-in.ts'
import { untilCompleted } from './support/follow-job.ts'
import { ask } from './support/installation.ts'
import type { World } from './support/open-world.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

const SKETCH = {
  id: 'draw',
  provider: 'local',
  function_type: 'text_to_image',
  prompt: 'A {{wish}}',
  params: { width: 256, height: 256 },
}

/** An account whose delivered remixes go to this address, and one free run of its own. */
async function runListening(url: string, hook: string): Promise<string> {
  const owner = new Browser(url)
  await signIn(owner, 'owner@example.com')
  const body = { url: hook, events: ['creation.completed'] }
  expect((await owner.json('/webhooks', { body })).status).toBe(201)
  const recipe = await publish(owner, { steps: [SKETCH] })
  return (await remix(owner, recipe.id)).body.job_id
}

const stateOf = (world: World) => ask(world, 'select state, attempts from webhook_deliveries')
const untilDelivered = (world: World) =>
  expect
    .poll(() => stateOf(world), { timeout: 150_000, interval: 250 })
    .toMatchObject([{ state: 'delivered' }])
const setLease = (world: World, end: string) =>
  ask(world, `update webhook_endpoints set leased_until = ${end}`)

test('news whose worker is killed after the commit and before the sending is delivered', async (context) => {
  await withWorld({}, async (world) => {
    const hook = await startHookStandIn()
    const web = await world.start('web')
    const job = await runListening(web.url, hook.url)
    // As if another process were sending, so that the worker commits the news and cannot send it.
    await setLease(world, `now() + interval '1 hour'`)
    const doomed = await world.start('worker')
    await untilCompleted(world, job)
    await doomed.kill()
    expect(await stateOf(world)).toEqual([{ state: 'waiting', attempts: 0 }])
    expect(hook.received).toEqual([])
    const watch = startWatch()
    await setLease(world, `now() - interval '1 second'`)
    await world.start('worker')
    await untilDelivered(world)
    const recoveryMs = watch()
    expect(hook.received).toHaveLength(1)
    await hook.close()
    reportFault(context, {
      fault: 'a worker dies after the commit of news and before its sending',
      done: 'kill -9, another worker started',
      found: 'delivered once, by the sweep of the next minute',
      recoveryMs,
    })
  })
}, 300_000)

test('news whose worker is killed after the address took it comes again under its id', async (context) => {
  await withWorld({}, async (world) => {
    const hook = await startHookStandIn()
    hook.answer('hang')
    const web = await world.start('web')
    const doomed = await world.start('worker')
    await runListening(web.url, hook.url)
    await expect.poll(() => hook.received.length, { timeout: 90_000 }).toBe(1)
    await doomed.kill()
    hook.answer(200)
    const watch = startWatch()
    await setLease(world, `now() - interval '1 second'`)
    await world.start('worker')
    await untilDelivered(world)
    const recoveryMs = watch()
    expect(await stateOf(world)).toEqual([{ state: 'delivered', attempts: 2 }])
    const ids = hook.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([ids[0], ids[0]])
    await hook.close()
    reportFault(context, {
      fault: 'a worker dies after an account’s own server took news',
      done: 'kill -9 before the answer was read, another worker started (30 s later by the lease)',
      found: 'sent once more under the same webhook-id',
      recoveryMs,
    })
  })
}, 300_000)
