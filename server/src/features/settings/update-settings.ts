import { SETTINGS, type Setting } from '@vignette/contract/setting-groups.ts'
import type { updateSettings as route, SettingsView } from '@vignette/contract/settings.ts'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import type { Config } from '../../main/config.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { StartError } from '../../platform/start-error.ts'
import { settings } from '../../schema/settings.ts'
import { requireStaff } from '../identity/index.ts'
import { writeAudit } from '../moderation/index.ts'
import { findRefusal } from './refusals.ts'
import { close, isSecret, open, revisionOf, type Values, viewSettings } from './setting.ts'

type Given = z.output<(typeof route)['body']>

/** Held while settings change, so that each change is judged with all earlier ones. */
const changing = defineLock(8_402_211)

export async function updateSettings(ctx: Ctx, given: Given): Promise<SettingsView> {
  const actorId = requireStaff(ctx, 'updateSettings')
  await storeSettings(ctx, { ...given, actorId })
  return viewSettings(ctx)
}

/** Nothing is stored where one value is refused. This process has the new values when it returns. */
async function storeSettings(ctx: Ctx, given: Given & { actorId: string | null }): Promise<void> {
  await inTransaction(ctx, (tx) => store(tx, given))
  await ctx.settings.reload()
  await ctx.events.publish({ about: 'setting', id: 'settings', seq: 0 })
}

async function store(
  tx: TxCtx,
  { revision, values, actorId }: Given & { actorId: string | null },
): Promise<void> {
  await lockFor(tx, changing)
  const rows = await tx.db.select().from(settings)
  const before = open(rows, tx.config.secret)
  const after: Values = { ...before }
  for (const [name, value] of Object.entries(values) as [Setting, string | null][]) {
    if (tx.config.environment[name]) {
      throw refused(name, `${name} is set in the server’s environment, which wins.`)
    }
    if (value) after[name] = value
    else delete after[name]
  }
  const changed = SETTINGS.filter((name) => before[name] !== after[name])
  for (const name of Object.keys(values) as Setting[]) {
    const row = rows.find((each) => each.name === name)
    if (row && row.revision > revision) throw overtaken(name, before[name], changed.includes(name))
  }
  const next = read(tx, after)
  const refusal = await findRefusal(tx, { changed, now: tx.config, next })
  if (refusal) throw refused(refusal.name, refusal.why)
  const at = tx.clock.now()
  const now = revisionOf(rows) + 1
  for (const name of changed) {
    const value = after[name] ?? null
    const row = {
      ...close(name, value, tx.config.secret),
      revision: now,
      changedAt: at,
      changedBy: actorId,
    }
    const [written] = await tx.db
      .insert(settings)
      .values({ id: newId(), name, ...row })
      .onConflictDoUpdate({ target: settings.name, set: row })
      .returning({ id: settings.id })
    if (!written) throw new Error('a setting was not written')
    await writeAudit(tx, {
      actorId,
      action: 'change_setting',
      subjectType: 'setting',
      subjectId: written.id,
      note: `${name}: ${show(name, before[name])} → ${show(name, after[name])}`,
    })
  }
}

/** What admins see in the audit log; of a secret only that it is there. */
function show(name: Setting, value: string | undefined): string {
  if (value === undefined) return 'the usual'
  if (isSecret(name, value)) return 'a secret'
  return value.length > 200 ? `“${value.slice(0, 200)}…”` : `“${value}”`
}

function overtaken(name: Setting, value: string | undefined, differs: boolean): AppError {
  const stands = differs ? ` It is now ${show(name, value)}.` : ''
  const message = `${name} was changed by somebody else meanwhile.${stands} Load the page again.`
  return new AppError('conflict', message, { details: [{ path: name, message }] })
}

/** The whole configuration as it would be, so that what does not go together is refused here too. */
function read(tx: TxCtx, rows: Values): Config {
  try {
    return tx.settings.read(rows)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const name = SETTINGS.find((each) => new RegExp(`\\b${each}\\b`).test(error.message))
    throw refused(name, error.message)
  }
}

function refused(name: Setting | undefined, message: string): AppError {
  return new AppError('validation_failed', message, {
    details: [{ path: name ?? 'values', message }],
  })
}
