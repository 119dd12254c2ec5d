import {
  SECRET_SETTINGS,
  SETTING_GROUPS,
  SETTINGS,
  type Setting,
  type SettingGroup,
} from '@vignette/contract/setting-groups.ts'
import type { SettingsView, SettingView } from '@vignette/contract/settings.ts'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Config } from '../../main/config.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { reseal, type Secret, seal, unseal } from '../../platform/secrets.ts'
import { StartError } from '../../platform/start-error.ts'
import { type SettingRow, settings } from '../../schema/settings.ts'
import { findPrincipals, requireStaff } from '../identity/index.ts'

type Values = Partial<Record<Setting, string>>

const purposeOf = (name: string) => `setting ${name}`

/** Such a value is not shown again: it is a key, or an address with a password. */
export function isSecret(name: Setting, value: string): boolean {
  return SECRET_SETTINGS.includes(name) || /:\/\/[^/?#]*@/.test(value)
}

/** What admins set, without what the present SECRET does not open. */
export async function readSettings({ db, secret }: { db: Db; secret: Secret }): Promise<Values> {
  const rows = await db.select().from(settings).where(isNotNull(settings.value))
  return open(rows, secret)
}

/** A row of a variable that this release does not know is left alone. */
export function open(rows: readonly SettingRow[], secret: Secret): Values {
  const values: Values = {}
  for (const { name, value, sealed } of rows) {
    const text = value && sealed ? unseal(secret, purposeOf(name), value) : value
    if (text && isSetting(name)) values[name] = text
  }
  return values
}

const isSetting = (name: string): name is Setting => (SETTINGS as readonly string[]).includes(name)

/** As the row keeps it. */
export function close(
  name: Setting,
  value: string | null,
  secret: Secret,
): Pick<SettingRow, 'value' | 'sealed'> {
  if (value === null || !isSecret(name, value)) return { value, sealed: false }
  return { value: seal(secret, purposeOf(name), value), sealed: true }
}

/** Seals the values with the newest SECRET; what none opens is taken back. */
export async function resealSettings(db: Db, secret: Secret): Promise<void> {
  const rows = await db.select().from(settings).where(eq(settings.sealed, true))
  for (const { id, name, value: before } of rows) {
    const value = reseal(secret, purposeOf(name), before)
    await db
      .update(settings)
      .set({ value, sealed: value !== null })
      .where(and(eq(settings.id, id), before === null ? undefined : eq(settings.value, before)))
  }
}

export async function getSettings(ctx: Ctx): Promise<SettingsView> {
  requireStaff(ctx, 'getSettings')
  return viewSettings(ctx)
}

export async function viewSettings(ctx: Ctx): Promise<SettingsView> {
  const rows = await ctx.db.select().from(settings)
  const people = await findPrincipals(
    ctx,
    rows.flatMap(({ changedBy }) => changedBy ?? []),
  )
  const values = open(rows, ctx.config.secret)
  const fields = ctx.settings.describe()
  const view = (name: Setting): SettingView => {
    const row = rows.find((each) => each.name === name)
    const given = ctx.config.environment[name]
    const value = given ?? values[name]
    const secret = isSecret(name, value ?? '')
    return {
      name,
      ...fields[name],
      secret,
      origin: given ? 'environment' : value ? 'admin' : 'usual',
      value: secret ? null : (value ?? null),
      changed_at: row?.changedAt.toISOString() ?? null,
      changed_by: row?.changedBy ? (people.get(row.changedBy)?.handle ?? null) : null,
    }
  }
  return {
    revision: revisionOf(rows),
    groups: (Object.keys(SETTING_GROUPS) as SettingGroup[]).map((group) => ({
      group,
      settings: SETTING_GROUPS[group].map(view),
    })),
  }
}

export const revisionOf = (rows: readonly Pick<SettingRow, 'revision'>[]) =>
  Math.max(0, ...rows.map(({ revision }) => revision))

export function lay(before: Values, values: Partial<Record<Setting, string | null>>): Values {
  const after = { ...before }
  for (const [name, value] of Object.entries(values) as [Setting, string | null][]) {
    if (value) after[name] = value
    else delete after[name]
  }
  return after
}

/** The whole configuration as it would be with these values. */
export async function readWith(
  ctx: Ctx,
  values: Partial<Record<Setting, string | null>>,
  options?: { unowned: boolean },
): Promise<Config> {
  const before = await readSettings({ db: ctx.db, secret: ctx.config.secret })
  return readConfigOf(ctx, lay(before, values), options)
}

/** What does not go together is refused as at a start. */
export function readConfigOf(ctx: Ctx, rows: Values, options?: { unowned: boolean }): Config {
  try {
    return ctx.settings.read(rows, options)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const name = SETTINGS.find((each) => new RegExp(`\\b${each}\\b`).test(error.message))
    throw refused(name, error.message)
  }
}

export function refused(name: Setting | undefined, message: string): AppError {
  return new AppError('validation_failed', message, {
    details: [{ path: name ?? 'values', message }],
  })
}
