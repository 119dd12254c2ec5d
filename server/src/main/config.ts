import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ADULT_AGE } from '@vignette/contract/content-policy.ts'
import { moneyOf } from '@vignette/contract/currencies.ts'
import { plainName } from '@vignette/contract/shop.ts'
import type { ConsumerLaw } from '@vignette/contract/withdrawal-words.ts'
import type { Secrets } from '../platform/secrets.ts'
import { StartError } from '../platform/start-error.ts'
import { VENDORS } from '../providers/generation/vendors.ts'
import { stripe } from '../providers/payments/stripe/index.ts'
import { type Environment, environment, secretList } from './environment.ts'
import { isInEu } from './eu-countries.ts'

/** Variables that the configuration exposes under another name. */
type Renamed =
  | 'DATA_DIR'
  | 'DATABASE_URL'
  | 'HOST'
  | 'SECRET'
  | 'PAYMENTS'
  | 'PAYOUTS'
  | 'OPERATOR_NAME'
  | 'ANALYTICS_KEY'

/**
 * What a public server limits by client IP, network or caller unless its variable says otherwise. On
 * loopback everybody has one address and means no harm, so that there none of it holds.
 */
export const PUBLIC_LIMITS = {
  RATE_WRITES: 300,
  RATE_REMIXES: 60,
  RATE_UPLOADS: 60,
  RATE_CHECKOUTS: 30,
  RATE_SIGN_INS: 20,
  RATE_REPORTS: 10,
  RATE_ANALYTICS: 120,
  RATE_WAITLIST: 10,
  RATE_LETTERS: 5,
  RATE_EXPORTS: 5,
  RATE_READS: 600,
  RATE_WEBHOOKS: 1200,
  WAITS_PER_CALLER: 10,
  WAITS_PER_ADDRESS: 50,
}
type Limits = typeof PUBLIC_LIMITS

export interface Config
  extends Omit<Environment, Renamed | keyof AgainstStrangers | keyof Limits>,
    AgainstStrangers,
    Limits {
  CREATOR_ACCESS: 'open' | 'signed-in' | 'approved'
  /** Who sells; the shop's own name unless set. */
  OPERATOR_NAME: string
  /** The shop's name, plainly written, unless set. */
  ANALYTICS_KEY: string
  CONSUMER_LAW: ConsumerLaw
  /** The operator wrote one, or said by which name and address to be found. */
  hasImprint: boolean
  /** On one's own machine nothing is asked, unless set. */
  FACE_QUESTION: 'ask' | 'off'
  dataDir: string
  /** Absent where PostgreSQL is started under DATA_DIR. */
  databaseUrl: string | undefined
  host: string
  secret: Secrets
  /** PUBLIC_URL is absent or names this machine. */
  loopback: boolean
  payments: 'sandbox' | 'stripe'
  payouts: 'sandbox' | 'stripe' | 'manual'
  /** What carries letters; with `none` there are no letters. */
  mail: 'smtp' | 'inbox' | 'none'
  signIn: 'google' | 'oidc' | 'development' | 'none'
  secure: boolean
  /** What the environment sets; it wins over what an admin sets. */
  environment: Readonly<Record<string, string>>
  /** What an owner must still say before the server may be open; the sentence names it. */
  missing: string | undefined
}

/** What stands in the way of strangers on a public server, and of nobody on one's own machine. */
interface AgainstStrangers {
  /** 0: any number. */
  PUBLISH_PER_DAY: number
  /** Of a newcomer; 0: any number. */
  DISCOVER_PER_DAY: number
  /** 0: any number. */
  FREE_DAILY_SECONDS: number
  /** Whether a price that does not cover the card fee and the cost is refused. */
  PRICE_FLOOR: 'refuse' | 'warn'
}

export const PUBLIC_SERVER: AgainstStrangers = {
  PUBLISH_PER_DAY: 10,
  DISCOVER_PER_DAY: 3,
  FREE_DAILY_SECONDS: 600,
  PRICE_FLOOR: 'refuse',
}
const OWN_MACHINE: AgainstStrangers = {
  PUBLISH_PER_DAY: 0,
  DISCOVER_PER_DAY: 0,
  FREE_DAILY_SECONDS: 0,
  PRICE_FLOOR: 'warn',
}

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|\[?::1\]?|127\.[\d.]+)$/.test(hostname)
}

/** A variable's value, or the text of the file that `NAME_FILE` names, as container secrets come. */
function readVariable(env: Record<string, string | undefined>, name: string): string | undefined {
  const [value, path] = [env[name], env[`${name}_FILE`]]
  if (!path) return value
  if (value) throw new StartError(`${name} and ${name}_FILE are both set; one of them is enough.`)
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(`${name}_FILE names a file that cannot be read (${code}).`)
  }
}

interface ReadOptions {
  /** What admins set; the environment wins. */
  rows?: Readonly<Record<string, string>>
  /** What an owner must say may be missing: `missing` of the configuration names it then. */
  unowned?: boolean
}

/** `secretOf` reads the secret from DATA_DIR where none is set. */
export function readConfig(
  env: Record<string, string | undefined>,
  secretOf: (dataDir: string) => string,
  { rows = {}, unowned = false }: ReadOptions = {},
): Config {
  const fixed = Object.fromEntries(
    Object.keys(environment.shape).flatMap((name) => {
      const value = readVariable(env, name)
      return value ? [[name, value]] : []
    }),
  )
  let missing: string | undefined
  const miss = (sentence: string) => {
    if (!unowned) throw new StartError(sentence)
    missing ??= sentence
  }
  const parsed = environment.safeParse({ ...rows, ...fixed })
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartError(`The variable ${issue?.path.join('.')} is broken: ${issue?.message}.`)
  }
  const read = parsed.data
  const loopback = read.PUBLIC_URL === undefined || isLoopback(new URL(read.PUBLIC_URL).hostname)
  if (!loopback && !read.SECRET) {
    throw new StartError('SECRET (at least 32 characters) is required where PUBLIC_URL is public.')
  }
  if (!loopback && !read.PUBLIC_URL?.startsWith('https:') && !read.ALLOW_HTTP) {
    throw new StartError(
      'PUBLIC_URL must begin with https:// where it is public; ALLOW_HTTP=true says that plain http is meant, which lets anybody on the way read cookies.',
    )
  }
  if (!loopback && !read.OPERATOR_CONTACT) {
    miss(
      'OPERATOR_CONTACT (an e-mail or web address) is required where PUBLIC_URL is public: the terms promise that buyers can reach you.',
    )
  }
  if (read.ROLE !== 'all' && !read.DATABASE_URL) {
    throw new StartError(`DATABASE_URL is required where ROLE is ${read.ROLE}.`)
  }
  if (read.ROLE !== 'all' && !read.SECRET) {
    throw new StartError(`SECRET is required where ROLE is ${read.ROLE}: all processes share it.`)
  }
  checkPolicy(read)
  checkStore(read)
  checkRate(read)
  checkBackups(read)
  checkAlerts(read)
  checkSigningFiles(read)
  const payments = choosePayments(read, loopback, miss)
  const payouts = choosePayouts(read, payments)
  const {
    DATA_DIR,
    DATABASE_URL: databaseUrl,
    HOST,
    SECRET,
    PAYMENTS: _,
    PAYOUTS: __,
    ...rest
  } = read
  const host = HOST ?? (loopback ? '127.0.0.1' : '0.0.0.0')
  const dataDir = resolve(DATA_DIR)
  const usual = loopback ? OWN_MACHINE : PUBLIC_SERVER
  return {
    ...rest,
    OPERATOR_NAME: read.OPERATOR_NAME ?? read.SHOP_NAME,
    ANALYTICS_KEY: read.ANALYTICS_KEY ?? plainName(read.SHOP_NAME),
    PUBLISH_PER_DAY: read.PUBLISH_PER_DAY ?? usual.PUBLISH_PER_DAY,
    DISCOVER_PER_DAY: read.DISCOVER_PER_DAY ?? usual.DISCOVER_PER_DAY,
    FREE_DAILY_SECONDS: read.FREE_DAILY_SECONDS ?? usual.FREE_DAILY_SECONDS,
    PRICE_FLOOR: read.PRICE_FLOOR ?? usual.PRICE_FLOOR,
    ...chooseLimits(read, loopback),
    dataDir,
    databaseUrl,
    host,
    CREATOR_ACCESS: chooseCreatorAccess(read, loopback),
    secret: SECRET ?? secretList.parse(secretOf(dataDir)),
    CONSUMER_LAW: chooseConsumerLaw(read),
    hasImprint: Boolean(read.IMPRINT_TEXT || (read.OPERATOR_NAME && read.OPERATOR_ADDRESS)),
    FACE_QUESTION: read.FACE_QUESTION ?? (loopback ? 'off' : 'ask'),
    loopback,
    payments,
    payouts,
    mail: chooseMail(read, loopback, host),
    signIn: chooseSignIn(read, loopback, host),
    secure: read.PUBLIC_URL?.startsWith('https:') ?? false,
    environment: fixed,
    missing,
  }
}

/** The address that visitors use. */
export function originOf(config: Pick<Config, 'PUBLIC_URL' | 'PORT'>): string {
  return config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`
}

/** Reads the configuration each time, which a settings change assigns into. */
export function readMoneyOf(config: Pick<Config, 'CURRENCY' | 'USD_RATE' | CardFeeVariables>) {
  return () =>
    moneyOf(config.CURRENCY, {
      ...(config.CARD_FEE_PERCENT !== undefined && { feePercent: config.CARD_FEE_PERCENT }),
      ...(config.CARD_FEE_FIXED_CENTS !== undefined && {
        feeFixedCents: config.CARD_FEE_FIXED_CENTS,
      }),
      ...(config.USD_RATE !== undefined && { usdRate: config.USD_RATE }),
    })
}
type CardFeeVariables = 'CARD_FEE_PERCENT' | 'CARD_FEE_FIXED_CENTS'

/** Who sells in euros, or from the European Union, sells to its consumers. */
function chooseConsumerLaw(read: Environment): ConsumerLaw {
  const { CONSUMER_LAW, CURRENCY, OPERATOR_ADDRESS } = read
  return CONSUMER_LAW ?? (CURRENCY === 'eur' || isInEu(OPERATOR_ADDRESS) ? 'eu' : 'none')
}

/** A limit of 0 is off. */
function chooseLimits(read: Environment, loopback: boolean): Limits {
  const names = Object.keys(PUBLIC_LIMITS) as (keyof Limits)[]
  const chosen = names.map((name) => [name, read[name] ?? (loopback ? 0 : PUBLIC_LIMITS[name])])
  return Object.fromEntries(chosen) as Limits
}

function checkPolicy({ CONTENT_POLICY, MINIMUM_AGE }: Environment): void {
  if (CONTENT_POLICY === 'adult' && MINIMUM_AGE < ADULT_AGE) {
    throw new StartError(
      `MINIMUM_AGE must be at least ${ADULT_AGE} where CONTENT_POLICY is adult: such content is for adults alone.`,
    )
  }
}

/** Refuses a partial store configuration, which would otherwise fail at the first upload. */
function checkStore(read: Environment): void {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = read
  if (!S3_BUCKET) {
    const given = (['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).find(
      (name) => read[name],
    )
    if (given) throw new StartError(`S3_BUCKET is required with ${given}.`)
  }
  if (Boolean(S3_ACCESS_KEY_ID) !== Boolean(S3_SECRET_ACCESS_KEY)) {
    throw new StartError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together.')
  }
}

/** Vendors of models state their prices in US dollars. */
function checkRate(read: Environment): void {
  if (read.CURRENCY === 'usd') {
    if (read.USD_RATE !== undefined && read.USD_RATE !== 1) {
      throw new StartError('USD_RATE is for a server in another currency: in dollars it is 1.')
    }
    return
  }
  const paid = VENDORS.find((vendor) => vendor.billsInDollars?.(read))
  if (!paid || read.USD_RATE !== undefined) return
  throw new StartError(
    `USD_RATE is required where CURRENCY is ${read.CURRENCY}: ${paid.id} bills in US dollars. Set it to what one US dollar costs in ${read.CURRENCY.toUpperCase()}.`,
  )
}

/** Without a secret the receiver could not tell an alert from a forged one. */
function checkAlerts({ ALERT_WEBHOOK_URL, ALERT_WEBHOOK_SECRET }: Environment): void {
  if (Boolean(ALERT_WEBHOOK_URL) !== Boolean(ALERT_WEBHOOK_SECRET)) {
    throw new StartError('ALERT_WEBHOOK_URL and ALERT_WEBHOOK_SECRET belong together.')
  }
}

/** The key is not SECRET, which would be lost with the machine that keeps it. */
function checkBackups(read: Environment): void {
  const { BACKUP_S3_BUCKET: bucket, BACKUP_KEY: key } = read
  if (bucket && !key) {
    throw new StartError(
      'BACKUP_KEY (a passphrase of at least 20 characters, which you keep elsewhere too) is required with BACKUP_S3_BUCKET.',
    )
  }
  if (Boolean(read.BACKUP_S3_ACCESS_KEY_ID) !== Boolean(read.BACKUP_S3_SECRET_ACCESS_KEY)) {
    throw new StartError('BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY belong together.')
  }
}

/** A key that does not belong to its certificate would be found by the first file that is signed. */
function checkSigningFiles({ C2PA_CERT, C2PA_KEY }: Environment): void {
  if (!C2PA_CERT && !C2PA_KEY) return
  if (!C2PA_CERT || !C2PA_KEY) throw new StartError('C2PA_CERT and C2PA_KEY belong together.')
  const fits = readPem('C2PA_CERT', () => new X509Certificate(C2PA_CERT)).checkPrivateKey(
    readPem('C2PA_KEY', () => createPrivateKey(C2PA_KEY)),
  )
  if (!fits) throw new StartError('C2PA_KEY is not the key of the first certificate in C2PA_CERT.')
}

function readPem<T>(variable: string, read: () => T): T {
  try {
    return read()
  } catch {
    throw new StartError(`The file that ${variable} names is not in the PEM format.`)
  }
}

function choosePayments(
  read: Environment,
  loopback: boolean,
  miss: (sentence: string) => void,
): 'sandbox' | 'stripe' {
  const choice = read.PAYMENTS ?? (read.STRIPE_SECRET_KEY ? 'stripe' : 'sandbox')
  if (choice === 'stripe') {
    for (const name of stripe.required) {
      if (!read[name]) throw new StartError(`${name} is required for payments by Stripe.`)
    }
  } else if (!loopback && read.PAYMENTS !== 'sandbox') {
    miss(
      'The sandbox gateway takes no real money: set the STRIPE variables, or PAYMENTS=sandbox to say that this is meant.',
    )
  }
  return choice
}

/** Money that buyers paid at one gateway is not there for creators at another. */
function choosePayouts(read: Environment, payments: Config['payments']): Config['payouts'] {
  const choice = read.PAYOUTS ?? payments
  if (choice !== 'manual' && choice !== payments) {
    throw new StartError(
      `PAYOUTS=${choice} does not go with payments by ${payments}: set PAYOUTS to ${payments} or manual.`,
    )
  }
  if (choice === 'stripe' && !read.STRIPE_CONNECT_WEBHOOK_SECRET) {
    throw new StartError(
      'STRIPE_CONNECT_WEBHOOK_SECRET is required for payouts by Stripe; PAYOUTS=manual pays creators without Stripe Connect.',
    )
  }
  return choice
}

/** The development inbox shows every letter to each caller, so only this machine may reach it. */
function chooseMail(read: Environment, loopback: boolean, host: string): Config['mail'] {
  if (Boolean(read.SMTP_URL) !== Boolean(read.MAIL_FROM)) {
    throw new StartError('SMTP_URL and MAIL_FROM belong together.')
  }
  if (read.SMTP_URL) return 'smtp'
  return loopback && isLoopback(host) && read.TRUST_PROXY === 0 ? 'inbox' : 'none'
}

/** Anonymous ids cost nothing, so on a public address no limit would bind anonymous creators. */
function chooseCreatorAccess(read: Environment, loopback: boolean): Config['CREATOR_ACCESS'] {
  if (read.CREATOR_ACCESS === 'open' && !loopback) {
    throw new StartError(
      'CREATOR_ACCESS=open is for this machine alone: where PUBLIC_URL is public, set signed-in or approved.',
    )
  }
  if (read.SHOP_MODE === 'single') return 'approved'
  return read.CREATOR_ACCESS ?? (loopback ? 'open' : 'signed-in')
}

function chooseSignIn(read: Environment, loopback: boolean, host: string): Config['signIn'] {
  if (read.GOOGLE_CLIENT_ID || read.GOOGLE_CLIENT_SECRET) {
    if (!read.GOOGLE_CLIENT_ID || !read.GOOGLE_CLIENT_SECRET) {
      throw new StartError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together.')
    }
    return 'google'
  }
  if (read.OIDC_ISSUER) {
    if (!read.OIDC_CLIENT_ID) throw new StartError('OIDC_CLIENT_ID is required with OIDC_ISSUER.')
    return 'oidc'
  }
  if (!loopback || !read.DEVELOPMENT_SIGN_IN) return 'none'
  // The development page signs in under any name, so only this machine may reach the page.
  if (!isLoopback(host)) throw developmentFault(`HOST is ${host}, which other machines reach`)
  if (read.TRUST_PROXY > 0 && read.PUBLIC_URL === undefined) {
    throw developmentFault('TRUST_PROXY is set without PUBLIC_URL')
  }
  return 'development'
}

function developmentFault(reason: string): StartError {
  return new StartError(
    `The development sign-in is for this machine alone, but ${reason}: set up GOOGLE_CLIENT_ID or OIDC_ISSUER, or DEVELOPMENT_SIGN_IN=false to go without sign-in.`,
  )
}
