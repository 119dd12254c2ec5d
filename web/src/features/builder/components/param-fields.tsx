import { labelOf } from '@vignette/contract/labels.ts'
import { isReference, nameIn } from '@vignette/contract/references.ts'
import type { JsonPath } from '../../../lib/json-path.ts'
import { formatJsonPath } from '../../../lib/json-path.ts'
import { Select } from '../../../ui/field.tsx'
import { type Parts, partsOf } from '../document/read-parts.ts'
import { type ParamField as Declared, readParams } from '../read-params.ts'
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
  const named = typeof value === 'string' && isReference(value) ? nameIn(value) : ''
  const options = words.map(({ name, label }) => ({ value: name, label: `From ${label}` }))
  const isKnown = named === '' || words.some(({ name }) => name === named)
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
    </div>
  )
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
