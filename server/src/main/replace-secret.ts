import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type ApartCommand, CommandError } from '../command.ts'
import type { Ctx } from '../ctx.ts'
import { resealComfyServers } from '../features/comfy-servers/index.ts'
import { keepLinkKeys, replaceLinkKeys, resealLinkKeys } from '../features/creations/index.ts'
import { resealSigningKeys } from '../features/media/index.ts'
import { refreshAccount } from '../features/payouts/index.ts'
import { resealSettings } from '../features/settings/index.ts'
import { resealWebhooks } from '../features/webhooks/index.ts'
import { checkDatabase } from '../platform/db/check-database.ts'
import type { Db } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../platform/db/open-database.ts'
import { fingerprintOf, isSame, secretIdOf } from '../platform/secrets.ts'
import { resealDetails } from '../providers/payouts/manual/reseal-details.ts'
import type { Config } from './config.ts'
import {
  listRunning,
  type RunningProcess,
  readFingerprint,
  secretOfPrint,
} from './refuse-other-secret.ts'
import { startDatabase } from './start-database.ts'
import { serverSecret } from './tables.ts'

export const replaceSecretCommand: ApartCommand = {
  name: 'secret replace',
  usage: 'secret replace [--yes]',
  summary:
    'Seals all with the newest SECRET; where that ends something, it says so and waits for --yes',
  async runApart({ config, log }, args) {
    const { values } = parseArgs({ args, options: { yes: { type: 'boolean' } } })
    const postgres = config.databaseUrl ? undefined : await startOwn(config, log)
    try {
      const connectionString = config.databaseUrl ?? postgres?.connectionString ?? ''
      if (!postgres) await checkDatabase(connectionString)
      await migrate(connectionString)
      const database = openDatabase({
        connectionString,
        applicationName: 'vignette-replace',
        log,
        poolSize: 1,
      })
      const done = await closing(database, () =>
        replaceSecret({ config, database, yes: values.yes === true }),
      )
      const { erased = [], ...told } = done
      if (config.payouts !== 'manual' || erased.length === 0) return told
      return { ...told, after: (ctx) => askAgain(ctx, erased) }
    } finally {
      await postgres?.stop()
    }
  },
}

function startOwn(config: Config, log: Logger) {
  if (!existsSync(join(config.dataDir, 'postgres/cluster'))) {
    throw new CommandError('There is no database yet: the first start takes the present SECRET.')
  }
  return startDatabase({ dataDir: config.dataDir, log, share: true })
}

async function closing<T>(database: OpenDatabase, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await database.close()
  }
}

interface Done {
  text: string
  code: number
  /** The payout accounts whose bank details are gone. */
  erased?: string[]
}

interface Given {
  config: Config
  database: OpenDatabase
  yes: boolean
}

async function replaceSecret(given: Given): Promise<Done> {
  const { secret } = given.config
  const kept = await readFingerprint(given.database.db)
  if (kept === undefined || (secret.length === 1 && isSame(kept, fingerprintOf(secret)))) {
    return { text: 'The present SECRET is the one of this database: nothing to replace.', code: 0 }
  }
  const from = secretOfPrint(secret, kept)
  return from === undefined ? breakWithOld(given) : sealAgain(given, from)
}

/**
 * The old secret is in the list, so that nothing ends, and processes with the same list go on: each row
 * changes by itself, and a second call does what a killed one left.
 */
async function sealAgain({ config: { secret }, database }: Given, from: string): Promise<Done> {
  const { db } = database
  await refuseRunning(db, ({ ids }) => ids[0] !== secretIdOf(secret[0]))
  await keepLinkKeys(db, { from, secret })
  await resealLinkKeys(db, secret)
  await resealDetails(db, secret)
  await resealWebhooks(db, secret)
  await resealComfyServers(db, secret)
  await resealSettings(db, secret)
  await resealSigningKeys(db, secret)
  const fingerprint = fingerprintOf(secret)
  await db.update(serverSecret).set({ fingerprint, since: new Date() })
  const [newest, ...older] = secret.map(secretIdOf)
  return {
    text: `All is sealed with the newest secret (${newest}), and nothing ended. The database opens without the older (${older.join(', ')}) now; keep them in the list for ${KEEP_DAYS} days all the same: letters that were sent have links made with them, and browsers that never signed in are known by them until they come again. One that has leaked is taken out at once.`,
    code: 0,
  }
}

/** As long as the oldest link in a letter opens. */
const KEEP_DAYS = 400

/** All in one transaction, which a process that starts meanwhile waits for. */
async function breakWithOld(given: Given): Promise<Done> {
  const { config, database } = given
  const fingerprint = fingerprintOf(config.secret)
  return database.db.transaction(async (db) => {
    await db.execute(sql`lock table server_secret in exclusive mode`)
    const ends = await describeEnds(db)
    if (!given.yes) return { text: `${ends}\n\n${NOTHING_YET}`, code: 1 }
    await refuseRunning(db, () => true)
    await db.update(serverSecret).set({ fingerprint, since: new Date() })
    const erased = await resealDetails(db, config.secret)
    await resealWebhooks(db, config.secret)
    await resealComfyServers(db, config.secret)
    await resealSettings(db, config.secret)
    await replaceLinkKeys({ db, config, inTransaction: true })
    return {
      text: `${ends}\n\nThe present SECRET is now the one of this database.`,
      code: 0,
      erased,
    }
  })
}

const NOTHING_YET =
  'Nothing is changed yet. End every process, then call it with --yes: npm run cli -- secret replace --yes'

async function refuseRunning(db: Db, isOld: (one: RunningProcess) => boolean): Promise<void> {
  const old = (await listRunning(db)).filter(isOld)
  if (old.length === 0) return
  const hosts = Object.entries(Object.groupBy(old, ({ host }) => host))
  const where = hosts.map(([host, all = []]) => `${all.length} from ${host}`).join(', ')
  throw new CommandError(
    `Processes are connected to this database (${where}) and would go on with the old secret: end them first. Nothing is changed.`,
  )
}

interface Ends extends Record<string, unknown> {
  visitors: number
  links: number
  accounts: number
  transfers: number
  webhooks: number
  servers: number
  settings: number
}

async function describeEnds(db: Db): Promise<string> {
  const { rows } = await db.execute<Ends>(sql`
    select
      (select count(*) from principals
        where kind = 'visitor' and claimed_by is null and deleted_at is null)::int as visitors,
      (select count(*) from creations where link_version is not null and deleted_at is null)::int
        + (select count(*) from collections where visibility = 'link')::int as links,
      (select count(*) from manual_accounts where details is not null)::int as accounts,
      (select count(*) from manual_transfers t join payouts p on p.id::text = t.payout_id
        where t.details is not null and p.state = 'in_transit')::int as transfers,
      (select count(*) from webhook_endpoints where secret is not null)::int as webhooks,
      (select count(*) from comfy_servers where sealed_header is not null)::int as servers,
      (select count(*) from settings where sealed)::int as settings`)
  const {
    visitors = 0,
    links = 0,
    accounts = 0,
    transfers = 0,
    webhooks = 0,
    servers = 0,
    settings = 0,
  } = rows[0] ?? {}
  return [
    'The old SECRET is not in the list (SECRET=new,old), so that these end:',
    `- Browsers that never signed in are not recognised: what their ${visitors} visitors made, saved and bought is out of their reach.`,
    `- ${links} secret links of creations and collections open nothing: their owners find new ones in the old place.`,
    '- Links in letters open nothing: receipts, results, papers, and those that unsubscribe; who unsubscribed without an account must do so again.',
    '- Cookies of fans’ links end, and so does what limits tell by card or network.',
    ...(accounts + transfers === 0 ? [] : [describeDetails({ accounts, transfers })]),
    ...(webhooks === 0
      ? []
      : [`- ${webhooks} webhooks pause until their owners make new signing secrets.`]),
    ...(servers === 0
      ? []
      : [
          `- The keys of ${servers} ComfyUI servers that creators brought are erased: their owners delete and add them again.`,
        ]),
    ...(settings === 0
      ? []
      : [`- ${settings} secret settings are erased: an admin enters them again.`]),
    'Sign-ins and access tokens stay: they do not depend on SECRET.',
  ].join('\n')
}

function describeDetails({ accounts, transfers }: { accounts: number; transfers: number }): string {
  const lists = transfers
    ? ` ${transfers} payouts that you may still have to pay lose theirs: print them first (/admin/payouts).`
    : ''
  return `- The bank details of ${accounts} creators are erased, and they are asked for them again.${lists}`
}

/** By notice and letter, with the parts of a server that has the new secret. */
async function askAgain(ctx: Ctx, accounts: readonly string[]): Promise<void> {
  for (const accountId of accounts) await refreshAccount(ctx, accountId)
}
