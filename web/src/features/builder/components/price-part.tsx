import { type Parts, readText, stepsOf } from '../document/read-parts.ts'
import { PricePanel } from '../price/price-panel.tsx'
import { findFunction } from '../sources.ts'
import { useEditing } from './editing.ts'

/** The price beside what a run costs, as the server last estimated it. */
export function PricePart({
  recipe,
  workflowId,
}: {
  recipe: Parts
  workflowId: string | undefined
}) {
  const { providers, readOnly, check, faultAt, set } = useEditing()
  const output = stepsOf(recipe).find((step) => readText(step, 'id') === recipe.output)
  const declared = Number(recipe.cost)
  return (
    <PricePanel
      price={Number(recipe.price) || 0}
      // A creator may declare more than the estimate, never less.
      cost={Math.max(check?.cost_cents ?? 0, Number.isFinite(declared) ? declared : 0)}
      steps={check?.steps ?? []}
      kind={(output && findFunction(providers, output)?.output) ?? 'image'}
      workflowId={workflowId}
      disabled={readOnly}
      fault={faultAt('price')}
      onChange={(cents) => set(['price'], cents)}
    />
  )
}
