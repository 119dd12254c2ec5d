import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { type Option, Select } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Plus } from '../../../ui/icons.tsx'

/** A kind to choose, and the button that adds one of it. */
export function AddRow({
  id,
  label,
  button,
  options,
  disabled,
  full,
  onAdd,
}: {
  /** The id of the list of kinds, which takes the focus when the last card was removed. */
  id: string
  label: string
  button: string
  options: readonly Option[]
  disabled: boolean
  /** Said in place of the row when there is no room for more. */
  full: string | undefined
  onAdd: (value: string) => void
}) {
  const [chosen, setChosen] = useState('')
  const value = options.some((one) => one.value === chosen) ? chosen : (options[0]?.value ?? '')
  if (full) return <p className="mt-4 text-sm text-muted">{full}</p>
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow basis-48">
        <Select
          id={id}
          label={label}
          options={options}
          value={value}
          disabled={disabled}
          onChange={({ target }) => setChosen(target.value)}
        />
      </div>
      <Button kind="secondary" disabled={disabled || value === ''} onClick={() => onAdd(value)}>
        <Icon of={Plus} size={16} />
        {button}
      </Button>
    </div>
  )
}
