import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { deriveColours, nearestAccent } from '@vignette/contract/accent.ts'
import { CONTENT_POLICIES } from '@vignette/contract/content-policy.ts'
import { whyNotCurrency } from '@vignette/contract/currencies.ts'
import type { Setting } from '@vignette/contract/setting-groups.ts'
import { UNNAMED } from '@vignette/contract/shop.ts'
import { CONSUMER_LAWS } from '@vignette/contract/withdrawal-words.ts'
import { z } from 'zod'
import { cleanSvg, SvgFault } from '../platform/clean-svg.ts'
import { flag, url } from '../platform/env-types.ts'
import { findNearest } from '../platform/find-nearest.ts'
import type { Secrets } from '../platform/secrets.ts'
import { vendorVariables } from '../providers/generation/vendors.ts'
import { stripe } from '../providers/payments/stripe/index.ts'

const number = z.coerce.number({ error: 'must be a number' })
const count = number.int('must be a whole number').min(0, 'must not be below 0')
const port = count.max(65_535, 'must be a port, at most 65535')
/** The scheme, host and port of an address: pages and links are made by adding a path to it. */
const origin = z.string().transform((value, check) => {
  const read = URL.canParse(value) ? new URL(value) : undefined
  const bare = read && !/[?#@]/.test(value) && read.pathname === '/'
  if (read && bare && /^https?:$/.test(read.protocol)) return read.origin
  check.addIssue(
    'must be an address such as https://example.org, without a path, a query, a fragment or a user',
  )
  return z.NEVER
})
const contact = z
  .string()
  .refine(
    (value) =>
      /^[^\s<>@:/]+@[^\s<>@:/]+$/.test(value) ||
      (/^https?:\/\/[^\s<>]+$/.test(value) && URL.canParse(value)),
    'must be an e-mail address, or a web address that begins with https:// or http://',
  )
/** A list such as "fal=8,openai=4". */
const perProvider = z
  .string()
  .regex(
    /^\s*[a-z]+\s*=\s*[1-9]\d*\s*(,\s*[a-z]+\s*=\s*[1-9]\d*\s*)*$/,
    'must read like fal=8,openai=4',
  )
  .transform(
    (value): Partial<Record<string, number>> =>
      Object.fromEntries(
        value.split(',').map((pair) => {
          const [name = '', number] = pair.split('=')
          return [name.trim(), Number(number)]
        }),
      ),
  )
/** A drawing as SVG, cleaned, with what tells it from the next one. */
const drawing = z.string().transform((value, check) => {
  try {
    const svg = cleanSvg(value)
    return { svg, mark: createHash('sha256').update(svg).digest('hex').slice(0, 8) }
  } catch (error) {
    if (!(error instanceof SvgFault)) throw error
    check.addIssue(`${error.message}; it must be a drawing as SVG`)
    return z.NEVER
  }
})
const accent = z.string().transform((value, check) => {
  const isColour = /^#[0-9a-f]{6}$/i.test(value)
  if (isColour && deriveColours(value)) return value.toLowerCase()
  check.addIssue(
    isColour
      ? `is hard to read as text on a page; the nearest colour that is not is ${nearestAccent(value)}`
      : 'must be a colour such as #1d55c4',
  )
  return z.NEVER
})
const words = (most: number) =>
  z
    .string()
    .max(most, `must have at most ${most} characters`)
    .transform((value) => value.replaceAll('\\n', '\n'))
/** Also where it comes from a page or a file: what tells it from the next one is its own words. */
const legalText = words(60_000).transform((text) => ({
  text,
  mark: createHash('sha256').update(text).digest('hex').slice(0, 12),
}))
/** It stands in headers of mail and in the names of files. */
const shopName = z
  .string()
  .trim()
  .max(60, 'must have at most 60 characters')
  .regex(/^[^\p{C}<>"\\]+$/u, 'must be one line without < > " or \\')
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter(Boolean),
)

/** Hosts with their ports, written as a browser writes them. */
const hostPorts = z.string().transform((value, check) => {
  const given = value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
  const read = given.map((item) => {
    const [, host, port] = /^([^\s/?#@\\]+):(\d{1,5})$/.exec(item) ?? []
    const hostname = host && URL.parse(`http://${host}`)?.hostname
    return hostname && Number(port) <= 65_535 ? `${hostname}:${Number(port)}` : undefined
  })
  if (read.every((item) => item !== undefined)) return read
  check.addIssue('must be hosts with their ports, such as mail.internal:587 or 10.0.0.5:25')
  return z.NEVER
})

/** The newest first; the others, which are not in use any more, still read. */
export const secretList = z.string().transform((value, check): Secrets => {
  const [newest, ...older] = [...new Set(value.split(',').map((one) => one.trim()))]
  if (newest !== undefined && [newest, ...older].every(({ length }) => length >= 32)) {
    return [newest, ...older]
  }
  check.addIssue(
    value.includes(',')
      ? 'must have at least 32 characters in each part of its list, which commas divide'
      : 'must have at least 32 characters',
  )
  return z.NEVER
})

/** One of Stripe's currencies, in small letters as Stripe writes it. */
const currency = z.string().transform((value, check) => {
  const name = value.trim().toLowerCase()
  const why = whyNotCurrency(name)
  if (why === undefined) return name
  check.addIssue(why)
  return z.NEVER
})

/** What an address of a mail server may say behind a "?": the mailer takes others for more than that. */
const MAIL_OPTIONS = ['tls.rejectUnauthorized', 'tls.servername', 'requireTLS', 'ignoreTLS']
const mailServer = z
  .string()
  .refine(
    (value) => /^smtps?:\/\/[^\s/?#]+/.test(value) && URL.canParse(value),
    'must begin with smtp:// or smtps:// and a host',
  )
  .refine(
    (value) =>
      [...(URL.parse(value)?.searchParams.keys() ?? [])].every((key) => MAIL_OPTIONS.includes(key)),
    `may say no more behind its ? than ${MAIL_OPTIONS.join(', ')}`,
  )

/** Such as "03:00,15:00", in UTC. */
const timesOfDay = z.string().transform((value, check) => {
  const times = value.split(',').map((one) => one.trim())
  if (times.every((one) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(one))) return times
  check.addIssue('must be times of the day such as 03:00 or 03:00,15:00')
  return z.NEVER
})

/** The path of a file, which is read at start. */
const pemFile = z.string().transform((path, check) => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    check.addIssue(`names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`)
    return z.NEVER
  }
})

const looks = z.strictObject({
  SHOP_NAME: shopName.optional(),
  SHOP_LOGO: drawing.optional(),
  SHOP_ICON: drawing.optional(),
  SHOP_ACCENT: accent.optional(),
  LANDING_TITLE: words(80).optional(),
  LANDING_WORDS: words(400).optional(),
})
/** JSON such as {"photos.example.org": {"SHOP_NAME": "Photos"}}; names are kept as a browser writes them. */
const hosts = z.string().transform((value, check): Record<string, z.output<typeof looks>> => {
  const fault = (message: string) => {
    check.addIssue(message)
    return z.NEVER
  }
  let given: unknown
  try {
    given = JSON.parse(value)
  } catch {
    return fault('is not JSON such as {"photos.example.org": {"SHOP_NAME": "Photos"}}')
  }
  const read = z.record(z.string(), looks).safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    return fault(`has a fault at ${issue?.path.join(' ')}: ${issue?.message}`)
  }
  const named: Record<string, z.output<typeof looks>> = {}
  for (const [name, own] of Object.entries(read.data)) {
    const address = /[\s/?#@\\]/.test(name) ? null : URL.parse(`https://${name}`)
    if (!address?.host) return fault(`names ${name}, which is no host`)
    named[address.host] = own
  }
  return named
})

/** Every variable; a test compares this schema with `.env.example`. */
export const environment = z.object({
  PORT: port.default(4310),
  HOST: z.string().optional(),
  PUBLIC_URL: origin.optional(),
  ALLOW_HTTP: flag.default(false),
  TRUST_PROXY: count.max(10).default(0),
  PRIVATE_HOSTS: hostPorts.default([]),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  DATA_DIR: z.string().default('./data'),
  DISK_FLOOR_MB: count.default(512),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .optional(),
  DATABASE_POOL: count.min(2).default(12),
  SECRET: secretList.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  LOG_FORMAT: z.enum(['pretty', 'json']).default('json'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  WORKER_CONCURRENCY: count.min(1).max(64).optional(),

  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: url.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: flag.default(true),

  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_ENDPOINT: url.optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_KEY: z.string().min(20, 'must have at least 20 characters').optional(),
  BACKUP_AT: timesOfDay.default(['03:00']),
  BACKUP_KEEP: count.min(1, 'must be at least 1').default(14),

  ...vendorVariables,
  PROVIDER_CONCURRENCY: perProvider.default({}),
  PROVIDER_RATE: perProvider.default({}),
  USD_RATE: number.positive('must be above 0').max(1_000_000).optional(),
  FREE_DAILY_BUDGET_CENTS: count.default(0),
  PROOF_DAILY_BUDGET_CENTS: count.default(0),
  TEST_BUDGET_CENTS: count.default(0),
  FREE_DAILY_SECONDS: count.optional(),
  CREATOR_ACCESS: z.enum(['open', 'signed-in', 'approved']).optional(),
  PUBLISH_PER_DAY: count.optional(),
  DISCOVER_PER_DAY: count.optional(),
  COPYRIGHT_STRIKES: count.min(1, 'must be at least 1').default(3),
  PRICE_FLOOR: z.enum(['refuse', 'warn']).optional(),

  CURRENCY: currency.default('usd'),
  CARD_FEE_PERCENT: number.min(0).max(25).optional(),
  CARD_FEE_FIXED_CENTS: count.optional(),
  PAYMENTS: z.enum(['sandbox', 'stripe']).optional(),
  PAYOUTS: z.enum(['sandbox', 'stripe', 'manual']).optional(),
  ...stripe.env,
  STRIPE_CONNECT_WEBHOOK_SECRET: z.string().optional(),
  BANK_DETAILS_YEARS: count.min(1).max(30).default(10),

  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: url.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  ADMIN_EMAILS: list.default([]),
  DEVELOPMENT_SIGN_IN: flag.default(true),

  SMTP_URL: mailServer.optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^\r\n<>"@]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must read like Vignette <post@example.org>',
    )
    .optional(),
  ALERT_EMAILS: list.default([]),
  ALERT_WEBHOOK_URL: url.optional(),
  ALERT_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/,
      'must be whsec_ and 24 random bytes or more in base64',
    )
    .optional(),

  SHOP_NAME: shopName.default(UNNAMED.name),
  SHOP_MODE: z.enum(['market', 'single', 'closed']).default('market'),
  INVITED_EMAILS: list.default([]),
  SHOP_HOSTS: hosts.default({}),
  SHOP_LOGO: drawing.optional(),
  SHOP_ICON: drawing.optional(),
  SHOP_ACCENT: accent.optional(),
  SHOP_NOTICE: words(300).optional(),
  LANDING_TITLE: words(80).optional(),
  LANDING_WORDS: words(400).optional(),

  ANALYTICS_URL: url.optional(),
  ANALYTICS_KEY: z.string().optional(),
  ANALYTICS_DAILY_MB: count.default(50),
  WAITLIST_FORM_URL: url.optional(),
  OPERATOR_NAME: z.string().optional(),
  OPERATOR_CONTACT: contact.optional(),
  C2PA_CERT: pemFile.optional(),
  C2PA_KEY: pemFile.optional(),
  C2PA_TSA_URL: url.optional(),
  OPERATOR_ADDRESS: z
    .string()
    .max(400, 'must have at most 400 characters')
    .transform((value) => value.replaceAll('\\n', '\n'))
    .optional(),
  CONSUMER_LAW: z.enum(CONSUMER_LAWS).optional(),
  TERMS_TEXT: legalText.optional(),
  PRIVACY_TEXT: legalText.optional(),
  IMPRINT_TEXT: legalText.optional(),
  FACE_QUESTION: z.enum(['ask', 'off']).optional(),
  MINIMUM_AGE: count.min(13, 'must not be below 13').max(21, 'must not be above 21').default(16),
  CONTENT_POLICY: z.enum(CONTENT_POLICIES).default('general'),
  OPERATOR_VAT_ID: z.string().max(30, 'must have at most 30 characters').optional(),

  RATE_WRITES: count.optional(),
  RATE_REMIXES: count.optional(),
  RATE_UPLOADS: count.optional(),
  RATE_CHECKOUTS: count.optional(),
  RATE_SIGN_INS: count.optional(),
  RATE_REPORTS: count.optional(),
  RATE_ANALYTICS: count.optional(),
  RATE_WAITLIST: count.optional(),
  RATE_LETTERS: count.optional(),
  RATE_EXPORTS: count.optional(),
  RATE_READS: count.optional(),
  RATE_WEBHOOKS: count.optional(),
  WAITS_PER_CALLER: count.optional(),
  WAITS_PER_ADDRESS: count.optional(),
  CONNECTIONS_PER_ADDRESS: count.default(200),
  NSFW_THRESHOLD: number.min(0).max(1).default(0.8),
  NSFW_REFUSE_THRESHOLD: number.min(0).max(1).default(0.98),
  QUEUE_LIMIT: count.min(1).default(10_000),
  SEED: flag.default(true),
  SEED_CREATIONS: flag.default(true),
})
export type Environment = z.infer<typeof environment>

/** Of one process or one machine, so that no admin sets them: only the environment does. */
type Fixed = Named<
  | 'PORT'
  | 'HOST'
  | 'PUBLIC_URL'
  | 'ALLOW_HTTP'
  | 'TRUST_PROXY'
  | 'PRIVATE_HOSTS'
  | 'ROLE'
  | 'DATA_DIR'
  | 'DISK_FLOOR_MB'
  | 'DATABASE_URL'
  | 'DATABASE_POOL'
  | 'SECRET'
  | 'LOG_LEVEL'
  | 'LOG_FORMAT'
  | 'METRICS_PORT'
  | 'METRICS_HOST'
  | 'WORKER_CONCURRENCY'
  | 'CONNECTIONS_PER_ADDRESS'
  | 'LOCAL'
  | 'FAL_API_URL'
  | 'STRIPE_API_URL'
  | 'C2PA_CERT'
  | 'C2PA_KEY'
  // A restore has no database yet, and the one who sets the bucket gets all data.
  | 'BACKUP_S3_BUCKET'
  | 'BACKUP_S3_ENDPOINT'
  | 'BACKUP_S3_REGION'
  | 'BACKUP_S3_ACCESS_KEY_ID'
  | 'BACKUP_S3_SECRET_ACCESS_KEY'
  | 'BACKUP_KEY'
  | 'BACKUP_AT'
  | 'BACKUP_KEEP'
>

type Named<Name extends keyof Environment> = Name
type None<Left extends never> = Left
/** A new variable is fixed, or has a place in SETTING_GROUPS of the contract. */
export type Unplaced = None<Exclude<keyof Environment, Fixed | Setting>>

/**
 * A sentence for each name that stands in one of Node's --env-file and is a slip of a known variable's.
 * The whole environment also holds names of other programs, so that a likeness there says nothing.
 */
export function findMisspelt(nodeOptions: readonly string[]): string[] {
  const known = Object.keys(environment.shape)
  const files = nodeOptions.flatMap((option, index) => {
    if (option.startsWith('--env-file=')) return [option.slice('--env-file='.length)]
    return option === '--env-file' ? (nodeOptions[index + 1] ?? []) : []
  })
  return files.flatMap((file) =>
    Object.keys(parseEnv(readFileSync(file, 'utf8')))
      .filter((name) => !known.includes(name.replace(/_FILE$/, '')))
      .flatMap((name) => {
        const nearest = findNearest(name, known)
        return nearest ? [`${file} sets ${name}: did you mean ${nearest}?`] : []
      }),
  )
}
