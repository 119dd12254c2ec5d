import { formatCents } from '@vignette/contract/money.ts'
import { RECIPE } from '@vignette/contract/recipe-limits.ts'
import { toast } from '../../../ui/toast.tsx'
import { changeFunction } from '../change-function.ts'
import { chooseOutput } from '../choose-output.ts'
import { insertAt } from '../document/json/edit-text.ts'
import { type Parts, readText, stepsOf } from '../document/read-parts.ts'
import { renameName } from '../document/recipe/rename-name.ts'
import { nameStep } from '../name-step.ts'
import { removeStep } from '../remove-step.ts'
import { findFunction, listSources } from '../sources.ts'
import { AddRow } from './add-row.tsx'
import { type Cards, cardId } from './create-cards.ts'
import { EditableCard } from './editable-card.tsx'
import { useEditing } from './editing.ts'
import { listFunctions } from './function-picker.tsx'
import { StepFields } from './step-fields.tsx'

export function StepList({ recipe, cards }: { recipe: Parts; cards: Cards }) {
  const { providers, readOnly, costOf, apply, announce, isResultChosen } = useEditing()
  const steps = stepsOf(recipe)
  const functions = listFunctions(providers.filter(({ available }) => available))
  const add = (type: string) => {
    const provider = providers.find(
      (one) => one.available && one.functions.some((spec) => spec.function_type === type),
    )
    const spec = provider?.functions.find((one) => one.function_type === type)
    if (!provider || !spec) return
    const id = nameStep(recipe, type)
    const sources = listSources(recipe, steps.length, providers)
    const step = changeFunction({ id }, provider.id, spec, sources)
    // The newest step usually makes the result.
    const isResult =
      !isResultChosen && readText(recipe, 'output') === readText(steps.at(-1) ?? {}, 'id')
    cards.add('steps', steps.length, id, (text) => {
      const added = insertAt(text, ['steps'], steps.length, step)
      return isResult ? chooseOutput(added, id, providers) : added
    })
    if (isResult && steps.length > 0) toast(`The buyer gets the product of ${id} now`)
  }
  return (
    <>
      {steps.length === 0 && <p className="text-muted">A recipe needs one step at least.</p>}
      <ol className="flex flex-col gap-3">
        {steps.map((step, i) => {
          const id = readText(step, 'id') || `Step ${i + 1}`
          const title = findFunction(providers, step)?.title ?? readText(step, 'function_type')
          const cents = costOf(id)
          return (
            <EditableCard
              // The name of a step may be missing or doubled while it is written.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={i}
              id={cardId('steps', i)}
              name={id}
              reference={readText(step, 'id')}
              detail={`${i + 1} · ${title}${cents ? ` · at most ${formatCents(cents)}` : ''}`}
              path={`steps[${i}]`}
              index={i}
              count={steps.length}
              isOpen={cards.isOpen('steps', i)}
              onToggle={() => cards.toggle('steps', i)}
              onMove={(to) => cards.move('steps', i, to, id, steps.length)}
              onRemove={() =>
                cards.remove('steps', i, id, (text) => removeStep(text, i, providers))
              }
            >
              <StepFields
                step={step}
                index={i}
                path={['steps', i]}
                onRename={(next) => {
                  apply((text) => renameName(text, { list: 'steps', index: i }, next))
                  announce(`${id} is now ${next}, in each reference too.`)
                }}
              />
            </EditableCard>
          )
        })}
      </ol>
      <AddRow
        id="add-steps"
        label="A new step"
        button="Add step"
        options={functions.map(({ type, title }) => ({ value: type, label: title }))}
        disabled={readOnly}
        full={
          steps.length >= RECIPE.maxSteps
            ? `A recipe has at most ${RECIPE.maxSteps} steps.`
            : undefined
        }
        onAdd={add}
      />
    </>
  )
}
