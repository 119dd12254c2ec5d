import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { remixNow } from '../support/acts.ts'
import { Browser, signIn } from '../support/browser.ts'
import { startSmtpStandIn } from '../support/stand-ins/smtp-stand-in.ts'
import { expectWholeWorld } from './support/expect-whole-world.ts'
import { ask } from './support/installation.ts'
import { lockTable } from './support/lock-table.ts'
import type { World } from './support/open-world.ts'
import { publishSketch } from './support/recipes.ts'
import { reportFault, startWatch } from './support/report-fault.ts'
import { withWorld } from './support/with-world.ts'

const JUMP_CLOCK = fileURLToPath(new URL('support/jump-clock.mjs', import.meta.url))

/** A recipe of a creator with a username, and a public creation of a fan, both made at one web process. */
async function openMarket(url: string) {
  const [creator, fan] = [new Browser(url), new Browser(url)]
  await signIn(creator, 'creator@example.com')
  await creator.json('/users', { method: 'PUT', body: { username: 'marit' } })
  await signIn(fan, 'fan@example.com')
  const recipe = await publishSketch(creator as never, 0, { name: 'Harbour at night' })
  const creation = await remixNow(fan, recipe, { public: true })
  return { recipe, creation }
}

/** Sends the form as a browser without script does. */
async function claim(url: string, kind: string, places: string) {
  const words = { work: 'My work', reason: 'Not asked', contact: 'Main Street 1', signature: 'Ada' }
  const form = { places, ...words, email: 'ada@example.com', sworn0: 'yes', sworn1: 'yes' }
  const sent = await fetch(`${url}/claims?kind=${kind}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  expect(sent.status).toBe(303)
}

const claimed = (world: World) => ask(world, 'select id, state, hidden_by from claims')

test('a decision at one web process takes pictures, pages, embeds and lists away at another, which had shown them', async (context) => {
  await withWorld({}, async (world) => {
    const [one, two] = await Promise.all([
      world.start('web'),
      world.start('web'),
      world.start('worker'),
    ])
    const { recipe, creation } = await openMarket(one.url)
    const admin = new Browser(one.url)
    await signIn(admin, 'admin@example.com', { admin: true })
    const OEMBED = '/oembed?url='
    const NAMES = [recipe, creation.id]
    const shownBy = (url: string) => async (path: string) => {
      const own = path === OEMBED ? encodeURIComponent(`${url}/workflows/${recipe}`) : ''
      const answer = await fetch(`${url}${path}${own}`)
      if (answer.status !== 200) return []
      const text = await answer.text()
      const isList = path.startsWith('/api/v1/workflows?') || path.startsWith('/api/v1/creations?')
      return !isList || NAMES.some((id) => text.includes(id)) ? [path] : []
    }
    const PLACES = [
      String(creation.image),
      `/api/v1/creations/${creation.id}`,
      `/api/v1/workflows/${recipe}`,
      `/embed/${recipe}`,
      OEMBED,
      '/api/v1/workflows?limit=12',
      '/api/v1/creations?limit=12',
    ]
    const shown = async (url: string) => (await Promise.all(PLACES.map(shownBy(url)))).flat()
    // Twice, so that both answer from what they keep.
    for (const url of [one.url, two.url, one.url, two.url])
      await expect.poll(() => shown(url), { timeout: 30_000 }).toEqual(PLACES)
    await claim(
      one.url,
      'likeness',
      `${one.url}/workflows/${recipe} ${one.url}/creations/${creation.id}`,
    )
    const [row] = await claimed(world)
    const watch = startWatch()
    const decided = await admin.json(`/admin/claims/${String(row?.['id'])}/decision`, {
      body: { action: 'take_down', statement: 'It shows the claimant.' },
    })
    expect(decided.status).toBe(200)
    await expect.poll(() => shown(two.url), { timeout: 60_000, interval: 50 }).toEqual([])
    const recoveryMs = watch()
    expect(await shown(one.url)).toEqual([])
    reportFault(context, {
      fault: 'a claim is followed (no fault)',
      done: 'decided at one web process, read at the other, which had shown all of it',
      found: 'shown by neither',
      recoveryMs,
    })
    await expectWholeWorld(world, { jobs: 1 })
  })
}, 240_000)

test('a worker that dies in the moment in which the clock hides is followed by one that hides once, with one letter', async (context) => {
  const mail = await startSmtpStandIn()
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'Vignette <post@vignette.example>' }
  const late = { NODE_OPTIONS: `--import=${JUMP_CLOCK}`, CLOCK_OFFSET_MS: String(44.1 * 3_600_000) }
  try {
    await withWorld({ env }, async (world) => {
      const [web, worker] = await Promise.all([world.start('web'), world.start('worker')])
      const { creation } = await openMarket(web.url)
      await claim(web.url, 'intimate', `${web.url}/creations/${creation.id}`)
      await worker.terminate()
      const isSeen = async () =>
        (await fetch(`${web.url}/api/v1/creations/${creation.id}`)).status === 200

      // All is written but the line in the audit log, and nothing is committed.
      const held = await lockTable(world, 'audit_log')
      const doomed = await world.start('worker', late)
      await held.untilMet()
      await doomed.kill()
      await held.release()
      expect(await claimed(world)).toMatchObject([{ state: 'open' }])
      expect(await isSeen()).toBe(true)

      const watch = startWatch()
      await Promise.all([world.start('worker', late), world.start('worker', late)])
      await expect.poll(isSeen, { timeout: 150_000, interval: 250 }).toBe(false)
      const recoveryMs = watch()
      expect(await claimed(world)).toMatchObject([{ state: 'hidden', hidden_by: 'clock' }])
      const letters = () =>
        ask(
          world,
          `select l.state from letters l join notices n on n.id = l.notice_id where n.kind = 'claim_hidden'`,
        )
      await expect.poll(letters, { timeout: 90_000 }).toEqual([{ state: 'sent' }])
      const log = `select 1 from audit_log where action = 'claim_hidden_in_time'`
      expect(await ask(world, log)).toHaveLength(1)
      const told = mail.received.filter(({ source }) => source.includes('is hidden for now'))
      expect(told).toHaveLength(1)
      reportFault(context, {
        fault: 'the worker dies while the clock hides what a claim names',
        done: 'kill -9 before the commit of the hiding at 44 hours, two workers started',
        found: 'hidden once, one letter to its owner',
        recoveryMs,
      })
      await expectWholeWorld(world, { jobs: 1 })
    })
  } finally {
    await mail.close()
  }
}, 400_000)
