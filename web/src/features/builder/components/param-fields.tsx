import { labelOf } from '@vignette/contract/labels.ts'
import { RECIPE } from '@vignette/contract/recipe-limits.ts'
import { isReference, nameIn } from '@vignette/contract/references.ts'
import type { JsonPath } from '../../../lib/json-path.ts'
import { formatJsonPath } from '../../../lib/json-path.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { changeKind } from '../change-kind.ts'
import { inputsOf, keyOfInput, type Parts, partsOf, titleOfInput } from '../document/read-parts.ts'
import { readKind } from '../input-kinds.ts'
import { type ParamField as Declared, readParams } from '../read-params.ts'
import { readChoices } from './choice-editor.tsx'
import { useEditing } from './editing.ts'
import { ParamField } from './param-field.tsx'
import type { Source } from './source.ts'
import { useLight } from './use-light.ts'

/** The settings of a step: those of the provider's schema, and any other that is written. */
export function ParamFields({
  step,
  path,
  schema,
  words,
}: {
  step: Parts
  path: JsonPath
  schema: unknown
  words: readonly Source[]
}) {
  const { readOnly, faultAt, set } = useEditing()
  const params = partsOf(step.params)
  const declared = readParams(schema)
  const others = Object.keys(params)
    .filter((name) => !declared.some((field) => field.name === name))
    .map(undeclared)
  const fields = [...declared, ...others]
  const at = [...path, 'params']
  const fault = faultAt(formatJsonPath(at))
  if (fields.length === 0 && !fault) return null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-sm font-medium">Settings</legend>
      {fault && (
        <p role="alert" className="mb-3 text-sm text-danger">
          {fault}
        </p>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        {fields.map((field) => (
          <Setting
            key={field.name}
            field={field}
            value={params[field.name]}
            words={words}
            error={faultAt(formatJsonPath([...at, field.name]))}
            disabled={readOnly}
            onChange={(value) => set([...at, field.name], value)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** A fixed value, or the answer to an input. */
function Setting({
  field,
  value,
  words,
  error,
  disabled,
  onChange,
}: {
  field: Declared
  value: unknown
  words: readonly Source[]
  error: string | undefined
  disabled: boolean
  onChange: (value: unknown) => void
}) {
  const light = useLight()
  const { recipe, set, goTo } = useEditing()
  const named = typeof value === 'string' && isReference(value) ? nameIn(value) : ''
  const options = words.map(({ name, label }) => ({ value: name, label: `From ${label}` }))
  const isKnown = named === '' || words.some(({ name }) => name === named)
  const at = inputsOf(recipe).findIndex((input) => keyOfInput(input) === named)
  const offered = at < 0 ? undefined : offerValues(inputsOf(recipe)[at] ?? {}, field)
  return (
    <div className="flex min-w-0 flex-col gap-2" {...light(named)}>
      {named === '' && <ParamField {...{ field, value, error, disabled, onChange }} />}
      {(words.length > 0 || named !== '') && (
        <Select
          label={named === '' ? `${field.label} comes from` : field.label}
          hideLabel={named === ''}
          placeholder="A fixed value"
          options={
            isKnown ? options : [{ value: named, label: `${named}: unknown here` }, ...options]
          }
          value={named}
          disabled={disabled}
          error={named === '' ? undefined : error}
          onChange={({ target }) => onChange(target.value ? `{{${target.value}}}` : undefined)}
          className={named === '' ? 'text-sm text-muted' : undefined}
        />
      )}
      {offered && !disabled && (
        <Button
          kind="secondary"
          size="sm"
          className="self-start"
          onClick={() => {
            set(['inputs', at], offered.input)
            goTo(named)
          }}
        >
          {offered.words}
        </Button>
      )}
    </div>
  )
}

/** What makes an input ask for just what a setting takes; undefined where it does already. */
function offerValues(input: Parts, field: Declared): { input: Parts; words: string } | undefined {
  const title = titleOfInput(input)
  const { choices, min, max, label } = field
  if (field.kind === 'choice' && choices.length <= RECIPE.optionsMax) {
    const values = choices.map(String)
    const asked = readChoices(input)
    const fits = asked.length > 0 && asked.every(({ value }) => values.includes(value))
    if (fits && readKind(input) === 'choice') return undefined
    return {
      input: {
        ...changeKind(input, 'choice'),
        options: values.map((value) => ({ value, label: labelOf(value) })),
      },
      words: `Use the ${values.length} values of “${label}” as the choices of “${title}”`,
    }
  }
  if (field.kind !== 'number' || min === undefined || max === undefined) return undefined
  const isWithin = (end: unknown) => typeof end === 'number' && end >= min && end <= max
  if (readKind(input) === 'choice' || (isWithin(input.min) && isWithin(input.max))) return undefined
  return {
    input: { ...changeKind(input, 'number'), min, max },
    words: `Ask for ${min} to ${max} in “${title}”`,
  }
}

function undeclared(name: string): Declared {
  return {
    name,
    label: labelOf(name),
    hint: 'The provider declares no such setting',
    kind: 'json',
    fallback: undefined,
    required: false,
    choices: [],
    min: undefined,
    max: undefined,
    step: undefined,
    maxLength: undefined,
  }
}
