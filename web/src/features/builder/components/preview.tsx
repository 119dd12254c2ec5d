import { useEffect, useReducer } from 'react'
import {
  reduceWizard,
  startWizard,
  type Uploads,
  type WizardAction,
  type WizardState,
} from '../../remix/index.ts'
import { type Parts, readText } from '../document/read-parts.ts'
import { InputFields } from '../inputs/input-fields.tsx'
import { readDeclared } from '../inputs/read-declared.ts'
import { renewForm } from '../inputs/renew-form.ts'
import { Graph } from './graph.tsx'

/** A preview uploads nothing: a chosen file is only a word to the creator. */
const NO_UPLOADS: Uploads = { progress: {}, start: () => undefined, cancel: () => undefined }

type Change = WizardAction | { type: 'renewed'; recipe: Parts }

/** The buyer's form as it would be now, and how the steps hang together. */
export function Preview({ recipe }: { recipe: Parts }) {
  const [form, dispatch] = useReducer(change, recipe, (first) => startWizard(readDeclared(first)))
  useEffect(() => dispatch({ type: 'renewed', recipe }), [recipe])
  return (
    <div className="flex flex-col gap-8">
      <section
        aria-labelledby="preview-form"
        className="rounded-lg border border-line bg-surface p-5"
      >
        <h2 id="preview-form" className="mb-1 text-xl font-semibold">
          {readText(recipe, 'name') || 'Without a name'}
        </h2>
        <p className="mb-5 text-muted">{readText(recipe, 'description')}</p>
        <div className="flex flex-col gap-6">
          {form.steps.length === 0 && (
            <p className="text-sm text-muted">The buyer is asked for nothing.</p>
          )}
          <InputFields form={form} dispatch={dispatch} uploads={NO_UPLOADS} />
        </div>
      </section>
      <section aria-labelledby="preview-graph">
        <h2 id="preview-graph" className="mb-3 font-semibold">
          How it runs
        </h2>
        <Graph recipe={recipe} />
      </section>
    </div>
  )
}

function change(form: WizardState, action: Change): WizardState {
  return action.type === 'renewed'
    ? renewForm(form, readDeclared(action.recipe))
    : reduceWizard(form, action)
}
