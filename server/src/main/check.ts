import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Logger } from 'pino'
import { type ApartCommand, CommandError } from '../command.ts'
import { readSettings } from '../features/settings/index.ts'
import { composeLetter } from '../platform/compose-letter.ts'
import { checkDatabase } from '../platform/db/check-database.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { newId } from '../platform/ids.ts'
import { ProbeError } from '../platform/probe-error.ts'
import { StartError } from '../platform/start-error.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { local } from '../providers/generation/local/index.ts'
import type { GenerationProvider } from '../providers/generation/spec.ts'
import { createVendorProviders } from '../providers/generation/vendors.ts'
import { MailError, type Mailer } from '../providers/mail/spec.ts'
import { stripe } from '../providers/payments/stripe/index.ts'
import { openStripePayouts } from './compose-gateways.ts'
import { openSmtpMailer } from './compose-mailer.ts'
import { openStorage } from './compose-storage.ts'
import { type Config, originOf, readConfig } from './config.ts'
import { outsideParts } from './outside-parts.ts'
import { OTHER_SECRET, readFingerprint, secretOfPrint } from './refuse-other-secret.ts'
import { startDatabase } from './start-database.ts'
import { type Dependency, type Trial, tryDependency } from './try-dependency.ts'

const ADDRESS = /^[^\s<>@,;]+@[^\s<>@,;]+$/

export const checkCommand: ApartCommand = {
  name: 'check',
  usage: 'check [--to you@example.org]',
  summary:
    'Tries database, store, mail, sign-in, payments and vendors for real; --to sends a letter',
  async runApart({ config: given, log }, args) {
    const { to } = parseArgs({ args, options: { to: { type: 'string' } } }).values
    if (to !== undefined && !ADDRESS.test(to))
      throw new CommandError('--to takes an e-mail address.')
    const config = await withSettings(given, log)
    const opened = await openParts(config)
    try {
      const trials = await Promise.all(
        listDependencies({ config, log, to, ...opened }).map((each) => tryDependency(each)),
      )
      const failed = trials.filter(({ state }) => state === 'failed').length
      const end = failed ? `${failed} of ${trials.length} failed.` : 'Nothing failed.'
      return { text: `${writeTable(trials)}\n${end}`, code: failed ? 1 : 0 }
    } finally {
      await opened.close()
    }
  },
}

/** With what admins set; where the database cannot tell it, its own trial says why. */
async function withSettings(config: Config, log: Logger): Promise<Config> {
  const { databaseUrl, dataDir } = config
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres/cluster'))) return config
  const postgres = databaseUrl ? undefined : await startDatabase({ dataDir, log, share: true })
  const database = openDatabase({
    connectionString: databaseUrl ?? postgres?.connectionString ?? '',
    applicationName: 'vignette-check',
    log,
    poolSize: 1,
  })
  try {
    const rows = await readSettings({ db: database.db, secret: config.secret })
    return readConfig(config.environment, () => config.secret.join(), { rows, unowned: true })
  } catch (error) {
    if (error instanceof StartError) throw error
    return config
  } finally {
    await database.close()
    await postgres?.stop()
  }
}

interface Opened {
  providers: GenerationProvider[]
  mailer: Mailer | undefined
  openStorage: () => Promise<Storage>
}

/** Only what is tried: no database is needed, and no picture can be drawn. */
export async function openParts(
  config: Config,
  { vendors = true } = {},
): Promise<Opened & { close(): Promise<void> }> {
  const providers = vendors ? await createVendorProviders({ ...config, LOCAL: false }) : []
  const mailer = config.mail === 'smtp' ? await openSmtpMailer(config) : undefined
  let storage: Storage | undefined
  return {
    providers,
    mailer,
    openStorage: async () => (storage = (await openStorage(config)).storage),
    close: async () => {
      await Promise.allSettled([
        ...providers.map(async (provider) => provider.close?.()),
        mailer?.close(),
        storage?.close(),
      ])
    },
  }
}

function listDependencies(
  given: Opened & { config: Config; log: Logger; to: string | undefined },
): Dependency[] {
  const { config, log, to, mailer } = given
  const { store, mail, issuer } = outsideParts({ ...given, origin: originOf(config) })
  return [
    database(config, log),
    store,
    to === undefined
      ? mail
      : {
          name: 'mail',
          probe: () => sendLetter(config, mailer, { to, by: 'the command "check"' }),
        },
    issuer,
    ...listMoney(config),
    ...listVendors(given.providers),
  ]
}

function database(config: Config, log: Logger): Dependency {
  const { databaseUrl, dataDir } = config
  const name = 'database'
  if (databaseUrl) return { name, probe: () => probeDatabase(config, databaseUrl, log) }
  if (!existsSync(join(dataDir, 'postgres/cluster'))) {
    return {
      name,
      probe: { skipped: 'not configured', why: 'the first start makes one in DATA_DIR' },
    }
  }
  return {
    name,
    async probe() {
      const postgres = await startDatabase({ dataDir, log, share: true })
      try {
        return await probeDatabase(config, postgres.connectionString, log)
      } finally {
        await postgres.stop()
      }
    },
  }
}

/** Looks at the fingerprint of the secret too, and leaves none. */
async function probeDatabase(
  { secret }: Config,
  connectionString: string,
  log: Logger,
): Promise<string> {
  const release = await checkDatabase(connectionString)
  const database = openDatabase({
    connectionString,
    applicationName: 'vignette-check',
    log,
    poolSize: 1,
  })
  try {
    const { rows } = await database.pool.query<{ there: boolean }>(
      `select to_regclass('server_secret') is not null as there`,
    )
    const kept = rows[0]?.there ? await readFingerprint(database.db) : undefined
    if (kept === undefined) return `PostgreSQL ${release} answers; no process has started with it`
    if (!secretOfPrint(secret, kept)) throw new ProbeError(OTHER_SECRET)
    return `PostgreSQL ${release} answers, and SECRET is its own`
  } finally {
    await database.close()
  }
}

export async function sendLetter(
  config: Config,
  mailer: Mailer | undefined,
  { to, by }: { to: string; by: string },
): Promise<string> {
  if (!mailer) throw new ProbeError('No letter can be sent: set SMTP_URL and MAIL_FROM.')
  await mailer.probe?.()
  const text = `This letter was sent by ${by} of ${originOf(config)}. Mail works.`
  const subject = `Mail of ${config.OPERATOR_NAME} works`
  const letter = {
    messageId: `<${newId()}@${new URL(originOf(config)).hostname}>`,
    to,
    subject,
    ...composeLetter({
      from: config.OPERATOR_NAME,
      subject,
      paragraphs: [text],
      why: `You receive this because ${by} named this address.`,
    }),
    headers: {},
  }
  try {
    await mailer.send(letter)
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    throw new ProbeError(
      `The login works, and the letter was not taken (${error.message}): look at MAIL_FROM and whether this account may send from it.`,
      { cause: error },
    )
  }
  return 'the mail server took a letter; look whether it arrives, and not as spam'
}

export function listMoney(config: Config): Dependency[] {
  const none = (why: string) => ({ skipped: 'not configured' as const, why })
  return [
    {
      name: 'payments',
      probe:
        config.payments === 'stripe'
          ? async () => (await stripe.create(config)).probe?.() ?? ''
          : none('the sandbox takes test money; the STRIPE variables name an account'),
    },
    {
      name: 'payouts',
      probe:
        config.payouts === 'stripe'
          ? async () => (await openStripePayouts(config)).probe?.() ?? ''
          : none(
              config.payouts === 'manual'
                ? 'the operator pays by hand'
                : 'the sandbox pays test money',
            ),
    },
  ]
}

export function listVendors(providers: readonly GenerationProvider[]): Dependency[] {
  return providers.filter(({ id }) => id !== local.id).map(vendor)
}

function vendor(provider: GenerationProvider): Dependency {
  const { id: name, probe } = provider
  const can = provider.availability()
  if (!can.available) return { name, probe: { skipped: 'not configured', why: can.missing } }
  if (probe) return { name, probe }
  const why = 'no call of it tells without cost whether it takes the key'
  return { name, probe: { skipped: 'not tried', why } }
}

function writeTable(trials: readonly Trial[]): string {
  const width = (of: (trial: Trial) => string) => Math.max(...trials.map((one) => of(one).length))
  const names = width(({ name }) => name)
  const states = width(({ state }) => state)
  return trials
    .map(({ name, state, sentence, ms }) => {
      const took = ms > 0 ? `${ms} ms` : ''
      return `${name.padEnd(names)}  ${state.padEnd(states)}  ${took.padStart(8)}  ${sentence}`
    })
    .join('\n')
}
