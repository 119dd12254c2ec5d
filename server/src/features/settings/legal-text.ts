import { LEGAL_PAGES, type LegalPage } from '@vignette/contract/setting-groups.ts'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Config } from '../../main/config.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { legalTexts } from '../../schema/settings.ts'
import { termsOf } from '../../shop.ts'

const SETTING = { terms: 'TERMS_TEXT', privacy: 'PRIVACY_TEXT', imprint: 'IMPRINT_TEXT' } as const

/** Keeps each text that is now in force, so that an accepted text can be read later. */
export async function keepLegalTexts(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  config: Config,
): Promise<void> {
  for (const page of LEGAL_PAGES) {
    const own = config[SETTING[page]]
    if (!own) continue
    await db
      .insert(legalTexts)
      .values({ id: newId(), page, ...own, since: clock.now() })
      .onConflictDoNothing({ target: [legalTexts.page, legalTexts.mark] })
  }
}

export async function getLegalText(
  ctx: Ctx,
  { page, version }: { page: LegalPage; version?: string | undefined },
): Promise<{ text: string | null; since: string | null }> {
  const { config } = ctx
  const own = config[SETTING[page]]
  const before = page === 'terms' && version !== undefined && version !== termsOf(ctx).site
  const mark = before ? version.split('.')[1] : own?.mark
  const [kept] = mark
    ? await ctx.db
        .select()
        .from(legalTexts)
        .where(and(eq(legalTexts.page, page), eq(legalTexts.mark, mark)))
    : []
  if (before) {
    if (!kept) throw new AppError('not_found', 'No such version of the terms is kept.')
    return { text: kept.text, since: kept.since.toISOString() }
  }
  if (page === 'imprint' && !config.hasImprint) {
    throw new AppError('not_found', 'There is no imprint.')
  }
  const text = own?.text ?? (page === 'imprint' ? writeImprint(config) : null)
  return { text, since: kept?.since.toISOString() ?? null }
}

/** Of an operator who gave name and address, and no text. */
function writeImprint(config: Config): string {
  const lines = [config.OPERATOR_NAME, ...(config.OPERATOR_ADDRESS ?? '').split('\n')]
  const vat = config.OPERATOR_VAT_ID
  return [
    lines.map(asWritten).join('\n'),
    config.OPERATOR_CONTACT,
    vat && asWritten(`VAT ID: ${vat}`),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** No sign in it is taken for one of Markdown's. */
const asWritten = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
