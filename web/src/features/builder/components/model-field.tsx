import { formatCents } from '@vignette/contract/money.ts'
import { useState } from 'react'
import { formatJsonPath, type JsonPath } from '../../../lib/json-path.ts'
import { Select } from '../../../ui/field.tsx'
import type { FunctionView } from '../sources.ts'
import { useEditing } from './editing.ts'
import { TextField } from './text-field.tsx'

const OTHER = 'other'

/** The model of a step: from the provider's list with what each costs, or by its name. */
export function ModelField({
  spec,
  path,
  value,
}: {
  spec: FunctionView
  path: JsonPath
  value: string
}) {
  const { readOnly, faultAt, set } = useEditing()
  const { models } = spec
  const isListed = value === '' || models.some(({ id }) => id === value)
  const [names, setNames] = useState(!isListed)
  const byName = names || !isListed
  const usual = spec.model === 'required' ? 'Choose a model' : 'The usual one'
  if (models.length === 0) {
    return (
      <TextField
        label="Model"
        hint={spec.model === 'required' ? 'Needed here' : 'The usual one if empty'}
        path={path}
        value={value}
        maxLength={200}
      />
    )
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Select
        label="Model"
        hint="Costs are of one remix with the usual settings"
        placeholder={usual}
        options={[
          ...models.map(({ id, cents }) => ({
            value: id,
            label: `${id}, at most ${formatCents(cents)}`,
          })),
          { value: OTHER, label: 'Another model…' },
        ]}
        value={byName ? OTHER : value}
        disabled={readOnly}
        error={byName ? undefined : faultAt(formatJsonPath(path))}
        onChange={({ target }) => {
          const isOther = target.value === OTHER
          setNames(isOther)
          if (!isOther) set(path, target.value === '' ? undefined : target.value)
        }}
      />
      {byName && (
        <TextField
          label="Name of the model"
          hint="As the provider writes it"
          path={path}
          value={value}
          maxLength={200}
        />
      )}
    </div>
  )
}
