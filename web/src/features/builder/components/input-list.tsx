import { RECIPE } from '@vignette/contract/recipe-limits.ts'
import { changeKind } from '../change-kind.ts'
import { insertAt } from '../document/json/edit-text.ts'
import { inputsOf, keyOfInput, type Parts, stepsOf, titleOfInput } from '../document/read-parts.ts'
import { freeName } from '../document/recipe/find-name-fault.ts'
import { findUnusedInputs } from '../document/recipe/find-references.ts'
import { namedPartsOf } from '../document/recipe/read-named-parts.ts'
import { renameName } from '../document/recipe/rename-name.ts'
import { setInputLabel } from '../document/recipe/set-input-label.ts'
import { INPUT_KINDS, type InputKind, KIND_OPTIONS, readKind } from '../input-kinds.ts'
import { AddRow } from './add-row.tsx'
import { type Cards, cardId } from './create-cards.ts'
import { EditableCard } from './editable-card.tsx'
import { useEditing } from './editing.ts'
import { InputFields } from './input-card.tsx'

export function InputList({ recipe, cards }: { recipe: Parts; cards: Cards }) {
  const { readOnly, apply, announce } = useEditing()
  const inputs = inputsOf(recipe)
  const steps = stepsOf(recipe)
  const unused = findUnusedInputs(namedPartsOf(recipe))
  const add = (kind: InputKind) => {
    const label = INPUT_KINDS[kind]
    const key = freeName(namedPartsOf(recipe), label.toLowerCase().replace(' ', '_'))
    const input = changeKind({ key, display_name: label }, kind)
    cards.add('inputs', inputs.length, label, (text) =>
      insertAt(text, ['inputs'], inputs.length, input),
    )
  }
  return (
    <>
      {inputs.length === 0 && <p className="text-muted">The buyer is asked for nothing yet.</p>}
      <ol className="flex flex-col gap-3">
        {inputs.map((input, i) => {
          const key = keyOfInput(input)
          const title = titleOfInput(input) || `Input ${i + 1}`
          const isUnused = steps.length > 0 && unused.includes(i)
          return (
            <EditableCard
              // The key of an input changes while its label is typed.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={i}
              id={cardId('inputs', i)}
              name={title}
              reference={key}
              detail={
                <>
                  {INPUT_KINDS[readKind(input)]}
                  {isUnused && <span className="text-warn"> · Nothing uses this yet</span>}
                </>
              }
              path={`inputs[${i}]`}
              index={i}
              count={inputs.length}
              isOpen={cards.isOpen('inputs', i)}
              onToggle={() => cards.toggle('inputs', i)}
              onMove={(to) => cards.move('inputs', i, to, title, inputs.length)}
              onRemove={() => cards.remove('inputs', i, title)}
            >
              <InputFields
                input={input}
                path={['inputs', i]}
                onLabel={(label) =>
                  apply((text) => setInputLabel(text, i, label), `inputs[${i}].label`)
                }
                onKey={(next) => {
                  apply((text) => renameName(text, { list: 'inputs', index: i }, next))
                  announce(`${key} is now ${next}, in each reference too.`)
                }}
              />
            </EditableCard>
          )
        })}
      </ol>
      <AddRow
        id="add-inputs"
        label="A new input"
        button="Add input"
        options={KIND_OPTIONS}
        disabled={readOnly}
        full={
          inputs.length >= RECIPE.maxInputs
            ? `A recipe has at most ${RECIPE.maxInputs} inputs.`
            : undefined
        }
        onAdd={(kind) => add(kind as InputKind)}
      />
    </>
  )
}
