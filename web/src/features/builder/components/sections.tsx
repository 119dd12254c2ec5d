import { CATEGORIES, nameCategory } from '@vignette/contract/categories.ts'
import { LICENSES, RECIPE } from '@vignette/contract/recipe-limits.ts'
import type { ReactNode } from 'react'
import { Checkbox } from '../../../ui/choice.tsx'
import { Select } from '../../../ui/field.tsx'
import { chooseSet, listOthers } from '../choose-output.ts'
import { type Parts, readText, stepsOf } from '../document/read-parts.ts'
import { findFunction } from '../sources.ts'
import { useEditing } from './editing.ts'
import { TagsField } from './tags-field.tsx'
import { TextField } from './text-field.tsx'
import { TimeField } from './time-field.tsx'

/** A part of the form with its heading, to which the outline leads. */
export function Section({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="mb-4 text-lg font-semibold outline-none">
        {title}
      </h2>
      {children}
    </section>
  )
}

const LICENSE_NAMES = {
  personal: 'Personal use',
  commercial: 'Commercial use',
  'cc-by': 'CC BY: free use with your name',
}

export function ListingFields({ recipe }: { recipe: Parts }) {
  const { readOnly, faultAt, set } = useEditing()
  return (
    <div className="flex flex-col gap-5">
      <TextField
        label="Name of the recipe"
        path={['name']}
        value={readText(recipe, 'name')}
        maxLength={RECIPE.nameMax}
      />
      <TextField
        long
        label="Description"
        path={['description']}
        value={readText(recipe, 'description')}
        maxLength={RECIPE.descriptionMax}
      />
      <Select
        label="Category"
        hint="What it is for: people look for it in Discover"
        placeholder="None"
        options={CATEGORIES.map((value) => ({ value, label: nameCategory(value) }))}
        value={readText(recipe, 'category')}
        disabled={readOnly}
        error={faultAt('category')}
        onChange={({ target }) => set(['category'], target.value || undefined)}
      />
      <TagsField recipe={recipe} />
      <Select
        label="What buyers may do with their creations"
        options={LICENSES.map((value) => ({ value, label: LICENSE_NAMES[value] }))}
        value={readText(recipe, 'license') || 'personal'}
        disabled={readOnly}
        error={faultAt('license')}
        onChange={({ target }) => set(['license'], target.value)}
      />
    </div>
  )
}

/** Which step's product the buyer gets, and the time that the page promises. */
export function ResultFields({ recipe }: { recipe: Parts }) {
  const { providers, readOnly, faultAt, isResultChosen, chooseResult } = useEditing()
  const output = readText(recipe, 'output')
  const steps = stepsOf(recipe)
  const options = steps
    .map((step) => {
      const kind = findFunction(providers, step)?.output
      const made = kind === 'video' ? ': a film' : kind === 'image' ? ': a picture' : ''
      return { value: readText(step, 'id'), label: `${readText(step, 'id')}${made}` }
    })
    .filter(({ value }) => value !== '')
  const isKnown = options.some(({ value }) => value === output)
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        label="The buyer gets the product of"
        {...(isKnown ? {} : { placeholder: output ? `${output}: no such step` : 'Choose a step' })}
        options={options}
        value={isKnown ? output : ''}
        disabled={readOnly}
        error={faultAt('output')}
        hint={isResultChosen ? undefined : 'The newest step, until you choose one'}
        onChange={({ target }) => target.value && chooseResult(target.value)}
      />
      <TimeField recipe={recipe} />
      {options.length > 1 && isKnown && (
        <SetField
          options={options.filter(({ value }) => value !== output)}
          chosen={listOthers(recipe)}
        />
      )}
    </div>
  )
}

/** Which further steps' products the buyer gets with the first. */
function SetField({
  options,
  chosen,
}: {
  options: { value: string; label: string }[]
  chosen: string[]
}) {
  const { readOnly, faultAt, apply } = useEditing()
  const fault = faultAt('outputs') ?? faultAt('outputs[0]')
  const toggle = (id: string, isOn: boolean) => {
    const rest = chosen.filter((one) => one !== id)
    apply((text) => chooseSet(text, isOn ? [...rest, id] : rest))
  }
  return (
    <fieldset className="flex flex-col gap-3 sm:col-span-2">
      <legend className="mb-2 text-sm font-medium">And with it, as a set</legend>
      {options.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={chosen.includes(value)}
          disabled={readOnly}
          onChange={({ target }) => toggle(value, target.checked)}
        />
      ))}
      {fault && <p className="text-sm text-danger">{fault}</p>}
    </fieldset>
  )
}
