import { expect, test } from 'vitest'
import { openCheckout, remix } from '../support/acts.ts'
import { Browser, signIn, Visitor } from '../support/browser.ts'
import { type SmtpStandIn, startSmtpStandIn } from '../support/stand-ins/smtp-stand-in.ts'
import { CARD } from './support/buy.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { ask } from './support/installation.ts'
import { lockTable } from './support/lock-table.ts'
import type { World } from './support/open-world.ts'
import { publishSketch } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

async function withMail(work: (world: World, mail: SmtpStandIn) => Promise<void>): Promise<void> {
  const mail = await startSmtpStandIn()
  const env = {
    CONSUMER_LAW: 'eu',
    SMTP_URL: mail.url,
    MAIL_FROM: 'Vignette <post@vignette.example>',
  }
  try {
    await withWorld({ env }, (world) => work(world, mail))
  } finally {
    await mail.close()
  }
}

test('a withdrawal pressed twice, killed before its commit and again before its letter, is one withdrawal, one refund and one letter', async (context) => {
  await withMail(async (world, mail) => {
    const [doomed, worker] = await Promise.all([world.start('web'), world.start('worker')])
    const recipe = await publishSketch(new Visitor(doomed.url), 300)
    const fan = new Browser(doomed.url)
    await signIn(fan, 'fan@example.com')
    const checkout = await openCheckout(fan, recipe)
    await fan.fetch(checkout.body.url, { form: new URLSearchParams(CARD) })
    await remix(fan, recipe, { session_id: checkout.body.session_id })
    const paid = () => ask(world, 'select id, state from payments')
    await expect.poll(paid, { timeout: 60_000 }).toMatchObject([{ state: 'captured' }])
    const [payment] = (await paid()) as [{ id: string }]
    const call = `/payment/${payment.id}/withdrawal`

    // Both presses are under way when the web process dies: neither has committed.
    const held = await lockTable(world, 'payment_refunds')
    const lost = [1, 2].map(() => fan.json(call, { body: {} }).catch(() => 'the line broke'))
    await held.untilMet()
    await Promise.all([doomed.kill(), worker.kill()])
    await held.release()
    await Promise.all(lost)
    const withdrawn = () => ask(world, 'select id from payments where withdrawn_at is not null')
    expect(await withdrawn()).toEqual([])

    // The next presses commit, and all processes die before a letter goes out.
    const web = await world.start('web')
    const again = new Browser(web.url)
    for (const [name, value] of fan.cookies) again.cookies.set(name, value)
    const [one, two] = await Promise.all([1, 2].map(() => again.json(call, { body: {} })))
    expect([one?.status, two?.status]).toEqual([200, 200])
    expect(one?.body).toEqual(two?.body)
    await web.kill()
    const watch = startWatch()
    await Promise.all([world.start('web'), world.start('worker')])
    const refunds = () => ask(world, 'select amount, state, by from payment_refunds')
    await expect
      .poll(refunds, { timeout: 90_000 })
      .toEqual([{ amount: 300, state: 'succeeded', by: 'withdrawal' }])
    const letters = () =>
      ask(
        world,
        `select 1 from letters l join notices n on n.id = l.notice_id
        where n.kind = 'withdrawn' and l.state = 'sent'`,
      )
    await expect.poll(letters, { timeout: 90_000 }).toHaveLength(1)
    const recoveryMs = watch()
    const told = mail.received.filter(({ source }) => source.includes('Your withdrawal from'))
    expect(told).toHaveLength(1)
    await expectWholeWorld(world, { jobs: 1 })
    reportFault(context, {
      fault:
        'a withdrawal is pressed twice, and the processes die before its commit and before its letter',
      done: 'kill -9 at the refund’s write, pressed twice again, kill -9 after the commit, all started again',
      found: 'one withdrawal, one refund, one letter',
      recoveryMs,
    })
  })
}, 300_000)
