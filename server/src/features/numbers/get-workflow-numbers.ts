import type { NumberRange } from '@vignette/contract/number-limits.ts'
import type { getWorkflowNumbers as route } from '@vignette/contract/numbers.ts'
import type { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { getOwned } from '../workflows/index.ts'
import { countChoices } from './count-choices.ts'
import { findLeaving } from './view-form.ts'
import { viewFigures, viewNumbers } from './view-numbers.ts'

/** The numbers of one workflow, for its creator alone. */
export async function getWorkflowNumbers(
  ctx: Ctx,
  id: string,
  range: NumberRange,
): Promise<z.input<(typeof route)['answer']>> {
  const { row, version: live } = await getOwned(ctx, id)
  const { view, groups, forms } = await viewNumbers(ctx, {
    workflowIds: [row.id],
    range,
    also: 'version',
  })
  const versions = groups
    .flatMap(({ version, figures }) =>
      version === null ? [] : [{ version, ...viewFigures(figures), refunded: figures.refunded }],
    )
    .toSorted((a, b) => b.version - a.version)
  const choices = await countChoices(ctx, { ...row, recipe: live.recipe }, view.from)
  const leaving = findLeaving(forms, live)
  return { ...view, versions, choices, leaving }
}
