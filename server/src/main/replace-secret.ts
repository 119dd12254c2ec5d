import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type ApartCommand, CommandError } from '../command.ts'
import type { Ctx } from '../ctx.ts'
import { resealComfyServers } from '../features/comfy-servers/index.ts'
import { renewFileLinks } from '../features/creations/index.ts'
import { refreshAccount } from '../features/payouts/index.ts'
import { resealWebhooks } from '../features/webhooks/index.ts'
import { checkDatabase } from '../platform/db/check-database.ts'
import type { Db } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../platform/db/open-database.ts'
import { isSame } from '../platform/secrets.ts'
import { resealDetails } from '../providers/payouts/manual/reseal-details.ts'
import type { Config } from './config.ts'
import { fingerprintOf, readFingerprint } from './refuse-other-secret.ts'
import { startDatabase } from './start-database.ts'
import { serverSecret } from './tables.ts'

export const replaceSecretCommand: ApartCommand = {
  name: 'secret replace',
  usage: 'secret replace [--yes]',
  summary: 'Makes the present SECRET the one of this database; without --yes it says what ends',
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

/** All in one transaction, which a process that starts meanwhile waits for. */
async function replaceSecret(given: {
  config: Config
  database: OpenDatabase
  yes: boolean
}): Promise<Done> {
  const { config, database } = given
  const fingerprint = fingerprintOf(config.secret)
  const { OLD_SECRET: old } = config
  return database.db.transaction(async (db) => {
    await db.execute(sql`lock table server_secret in exclusive mode`)
    const kept = await readFingerprint(db)
    if (kept === undefined || isSame(kept, fingerprint)) {
      return {
        text: 'The present SECRET is the one of this database: nothing to replace.',
        code: 0,
      }
    }
    if (old !== undefined && !isSame(kept, fingerprintOf(old))) {
      throw new CommandError('OLD_SECRET is not the one that this database belongs to.')
    }
    const ends = await describeEnds(db, { keepsDetails: old !== undefined })
    if (!given.yes) return { text: `${ends}\n\n${NOTHING_YET}`, code: 1 }
    await refuseRunning(db)
    await db.update(serverSecret).set({ fingerprint, since: new Date() })
    const erased = await resealDetails(db, { from: old, to: config.secret })
    await resealWebhooks(db, { from: old, to: config.secret })
    await resealComfyServers(db, { from: old, to: config.secret })
    await renewFileLinks({ db, config, inTransaction: true })
    return {
      text: `${ends}\n\nThe present SECRET is now the one of this database.`,
      code: 0,
      erased,
    }
  })
}

const NOTHING_YET =
  'Nothing is changed yet. End every process, then call it with --yes: npm run cli -- secret replace --yes'

/** Each process listens on a connection of its own as long as it lives. */
async function refuseRunning(db: Db): Promise<void> {
  const { rows } = await db.execute<{ host: string; processes: number }>(sql`
    select coalesce(host(client_addr), 'this machine') as host, count(*)::int as processes
    from pg_stat_activity
    where datname = current_database() and application_name = 'vignette-listen'
    group by 1 order by 1`)
  if (rows.length === 0) return
  const where = rows.map(({ host, processes }) => `${processes} from ${host}`).join(', ')
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
}

async function describeEnds(db: Db, { keepsDetails }: { keepsDetails: boolean }): Promise<string> {
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
      (select count(*) from comfy_servers where sealed_header is not null)::int as servers`)
  const {
    visitors = 0,
    links = 0,
    accounts = 0,
    transfers = 0,
    webhooks = 0,
    servers = 0,
  } = rows[0] ?? {}
  return [
    'With another SECRET these end:',
    `- Browsers that never signed in are not recognised: what their ${visitors} visitors made, saved and bought is out of their reach.`,
    `- ${links} secret links of creations and collections open nothing: their owners find new ones in the old place.`,
    '- Links in letters open nothing: receipts, results, papers, and those that unsubscribe; who unsubscribed without an account must do so again.',
    '- Cookies of fans’ links end, and so does what limits tell by card or network.',
    ...(accounts + transfers === 0 ? [] : [describeDetails({ accounts, transfers, keepsDetails })]),
    ...(webhooks === 0 || keepsDetails
      ? []
      : [
          `- ${webhooks} webhooks pause until their owners make new signing secrets. With OLD_SECRET they go on.`,
        ]),
    ...(servers === 0 || keepsDetails
      ? []
      : [
          `- The keys of ${servers} ComfyUI servers that creators brought are erased: their owners delete and add them again. With OLD_SECRET they stay.`,
        ]),
    'Sign-ins and access tokens stay: they do not depend on SECRET.',
  ].join('\n')
}

function describeDetails(given: {
  accounts: number
  transfers: number
  keepsDetails: boolean
}): string {
  const { accounts, transfers, keepsDetails } = given
  if (keepsDetails) return `- The bank details of ${accounts} creators stay: OLD_SECRET opens them.`
  const lists = transfers
    ? ` ${transfers} payouts that you may still have to pay lose theirs: print them first (/admin/payouts).`
    : ''
  return `- The bank details of ${accounts} creators are erased, and they are asked for them again.${lists} With OLD_SECRET, the secret until now, they stay.`
}

/** By notice and letter, with the parts of a server that has the new secret. */
async function askAgain(ctx: Ctx, accounts: readonly string[]): Promise<void> {
  for (const accountId of accounts) await refreshAccount(ctx, accountId)
}
