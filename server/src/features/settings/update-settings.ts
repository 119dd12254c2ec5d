import { SETTINGS, type Setting } from '@vignette/contract/setting-groups.ts'
import type { updateSettings as route, SettingsView } from '@vignette/contract/settings.ts'
import type { z } from 'zod'
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts'
import type { Config } from '../../main/config.ts'
import { defineLock, lockFor } from '../../platform/db/lock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { settings } from '../../schema/settings.ts'
import { requireStaff } from '../identity/index.ts'
import { FIRST_START, writeAudit } from '../moderation/index.ts'
import { keepLegalTexts } from './legal-text.ts'
import { findRefusal } from './refusals.ts'
import {
  close,
  isSecret,
  lay,
  open,
  readConfigOf,
  readWith,
  refused,
  revisionOf,
  viewSettings,
} from './setting.ts'
import { findInside } from './test-settings.ts'

type Given = z.output<(typeof route)['body']>

/** Held while settings change, so that each change is judged with all earlier ones. */
const changing = defineLock(8_402_211)

/** Nothing is stored where one value is refused. This process has the new values when it answers. */
export async function updateSettings(ctx: Ctx, given: Given): Promise<SettingsView> {
  const actorId = requireStaff(ctx, 'updateSettings')
  // The command line stays where every other way is shut.
  if (ctx.caller.via !== 'command') await checkOutside(ctx, given.values)
  await inTransaction(ctx, (tx) => storeIn(tx, { ...given, actorId }))
  await announceSettings(ctx)
  return viewSettings(ctx)
}

/** What only a call can tell: whether an address is reached from here, and whether the issuer answers. */
export async function checkOutside(ctx: Ctx, values: Given['values']): Promise<Config> {
  const next = await readWith(ctx, values)
  const names = Object.keys(values) as Setting[]
  const inside = await findInside(next, names)
  if (inside) throw refused(inside.name, inside.why)
  const issuer = names.find((name) => /^(?:OIDC|GOOGLE)_CLIENT|^OIDC_ISSUER/.test(name))
  const [trial] = issuer ? await ctx.settings.test(next, 'sign-in', null) : []
  if (trial?.state === 'failed') throw refused(issuer, trial.sentence)
  return next
}

export async function announceSettings(ctx: Ctx): Promise<void> {
  await ctx.settings.reload()
  await ctx.events.publish({ about: 'setting', id: 'settings', seq: 0 })
}

export async function storeIn(
  tx: TxCtx,
  given: {
    values: Given['values']
    actorId: string | null
    /** What the caller saw; absent at the first start. */
    revision?: number
    first?: true
  },
): Promise<void> {
  const { values, actorId, revision = Number.MAX_SAFE_INTEGER, first } = given
  await lockFor(tx, changing)
  const rows = await tx.db.select().from(settings)
  const before = open(rows, tx.config.secret)
  const names = Object.keys(values) as Setting[]
  const fixed = names.find((name) => tx.config.environment[name])
  if (fixed) throw refused(fixed, `${fixed} is set in the server’s environment, which wins.`)
  const after = lay(before, values)
  const changed = SETTINGS.filter((name) => before[name] !== after[name])
  for (const name of names) {
    const row = rows.find((each) => each.name === name)
    if (row && row.revision > revision) throw overtaken(name, before[name], changed.includes(name))
  }
  const next = readConfigOf(tx, after)
  const refusal = first ? undefined : await findRefusal(tx, { changed, now: tx.config, next })
  if (refusal) throw refused(refusal.name, refusal.why)
  await keepLegalTexts(tx, next)
  const at = tx.clock.now()
  const now = revisionOf(rows) + 1
  for (const name of changed) {
    const row = {
      ...close(name, after[name] ?? null, tx.config.secret),
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
      action: first ? FIRST_START : 'change_setting',
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
