import { expect, test } from 'vitest'
import { openCheckout, publish, remix } from '../support/acts.ts'
import { Browser, signIn } from '../support/browser.ts'
import { type SmtpStandIn, startSmtpStandIn } from '../support/stand-ins/smtp-stand-in.ts'
import { CARD } from './support/buy.ts'
import { ask } from './support/installation.ts'
import { lockTable } from './support/lock-table.ts'
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

async function withMail(work: (world: World, mail: SmtpStandIn) => Promise<void>): Promise<void> {
  const mail = await startSmtpStandIn()
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'Vignette <post@vignette.example>' }
  try {
    await withWorld({ env }, (world) => work(world, mail))
  } finally {
    await mail.close()
  }
}

/** One sale to an account, which gets a receipt. */
async function sell(url: string): Promise<void> {
  const creator = new Browser(url)
  await signIn(creator, 'seller@example.com')
  const recipe = await publish(creator, { price: 300, steps: [SKETCH] })
  const fan = new Browser(url)
  await signIn(fan, 'fan@example.com')
  const checkout = await openCheckout(fan, recipe.id)
  await fan.fetch(checkout.body.url, { form: new URLSearchParams(CARD) })
  const begun = await remix(fan, recipe.id, { session_id: checkout.body.session_id })
  expect(begun.body).toHaveProperty('job_id')
}

async function untilSent(world: World): Promise<void> {
  const state = () => ask(world, 'select state from letters')
  await expect.poll(state, { timeout: 150_000, interval: 250 }).toEqual([{ state: 'sent' }])
}

/** Ends the time in which one process may hand a letter over. */
const endLeases = (world: World) =>
  ask(
    world,
    `update letters set leased_until = now() - interval '1 second' where state = 'sending'`,
  )

test('a letter whose sender is killed before handing the letter over goes out once', async (context) => {
  await withMail(async (world, mail) => {
    // The mail server is away, so that the letter waits in the outbox.
    const away = { SMTP_URL: 'smtp://127.0.0.1:1' }
    const [web, first] = await Promise.all([world.start('web'), world.start('worker', away)])
    await sell(web.url)
    const waits = () => ask(world, `select 1 as tried from letters where attempt > 0`)
    await expect.poll(waits, { timeout: 60_000 }).toEqual([{ tried: 1 }])
    await first.kill()
    await ask(world, `update letters set next_at = now() - interval '1 second'`)
    const held = await lockTable(world, 'letters')
    const doomed = await world.start('worker')
    await held.untilMet()
    await doomed.kill()
    await held.release()
    expect(mail.received).toEqual([])
    const watch = startWatch()
    await endLeases(world)
    await world.start('worker')
    await untilSent(world)
    const recoveryMs = watch()
    expect(mail.received).toHaveLength(1)
    reportFault(context, {
      fault: 'a worker dies with a letter taken and not handed over',
      done: 'kill -9 at that very write, another worker started',
      found: 'sent once',
      recoveryMs,
    })
  })
}, 300_000)

test('a letter whose sender is killed after the mail server took it goes at most twice, under one Message-ID', async (context) => {
  await withMail(async (world, mail) => {
    mail.answer('hang')
    const [web, doomed] = await Promise.all([world.start('web'), world.start('worker')])
    const taken = mail.next()
    await sell(web.url)
    const { messageId } = await taken
    await doomed.kill()
    mail.answer(250)
    const watch = startWatch()
    await endLeases(world)
    await world.start('worker')
    await untilSent(world)
    const recoveryMs = watch()
    expect(mail.received.map((message) => message.messageId)).toEqual([messageId, messageId])
    reportFault(context, {
      fault: 'a worker dies after the mail server took a letter',
      done: 'kill -9 before the server’s answer was read, another worker started (90 s later by the letter’s lease)',
      found: 'sent once more under the same Message-ID, by which mail programs show one letter',
      recoveryMs,
    })
  })
}, 300_000)
