import type { WorkflowCard } from '@vignette/contract/workflows.ts'
import type { Ctx } from '../../ctx.ts'
import { viewMediaOf } from '../media/index.ts'
import { workflowPorts } from './ports.ts'
import type { WorkflowRow } from './tables.ts'
import { viewCard } from './view-workflow.ts'

/** Views many workflows with as many queries as one. */
export async function viewCards(ctx: Ctx, rows: readonly WorkflowRow[]): Promise<WorkflowCard[]> {
  const pictures = rows.flatMap(({ sampleMediaId, outputKind }) =>
    sampleMediaId && outputKind === 'image' ? [sampleMediaId] : [],
  )
  const befores = await workflowPorts.befores.ask(ctx, { mediaIds: pictures })
  const files = await viewMediaOf(ctx, [
    ...rows.map(({ sampleMediaId }) => sampleMediaId),
    ...befores.values(),
  ])
  return rows.map((row) => {
    const sample = row.sampleMediaId ?? ''
    return viewCard(ctx, row, files.get(sample), files.get(befores.get(sample) ?? ''))
  })
}
