import type { CaseView } from '@vignette/contract/cases.ts'
import { labelOfValue } from '@vignette/contract/labels.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { viewMediaOf } from '../media/index.ts'
import { getVersion } from '../workflows/index.ts'
import { readBeside } from './read-beside.ts'
import { creations } from './tables.ts'
import { viewInputs } from './view-creation.ts'

/** The file and all inputs of a creation, for a person to whom the creation's owner shows both. */
export async function viewShared(ctx: Ctx, creationId: string): Promise<CaseView['creation']> {
  const [row] = await ctx.db
    .select()
    .from(creations)
    .where(
      and(
        eq(creations.id, creationId),
        isNotNull(creations.deliveredAt),
        isNull(creations.deletedAt),
        isNull(creations.hiddenAt),
      ),
    )
  if (!row) return null
  const [media, given, { version }] = await Promise.all([
    viewMediaOf(ctx, [row.mediaId]),
    readBeside(ctx, row.id).then((beside) => viewInputs(ctx, row, true, beside)),
    getVersion(ctx, row.workflowId, row.workflowVersion),
  ])
  const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''
  const asked = version.recipe.inputs.filter(({ key }) => isGiven(given[key]))
  return {
    media: media.get(row.mediaId ?? '') ?? null,
    user_inputs: given,
    inputs: asked.map((input) => ({
      key: input.key,
      label: input.display_name,
      value: labelOfValue(input, given[input.key]),
    })),
  }
}
