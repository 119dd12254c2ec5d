import type { ComponentProps } from 'react'
import type { JsonPath } from '../../../lib/json-path.ts'
import { formatJsonPath } from '../../../lib/json-path.ts'
import { Input, Textarea } from '../../../ui/field.tsx'
import { useEditing } from './editing.ts'
import { readNumber } from './param-field.tsx'

interface Props {
  label: string
  hint?: string
  path: JsonPath
  value: string
  disabled?: boolean
}

/** A text of the document; an emptied one leaves it. */
export function TextField({
  path,
  long = false,
  onText,
  ...rest
}: Props & {
  long?: boolean
  maxLength?: number
  placeholder?: string
  /** Called in place of writing the text, where further parts of the document must change with the text. */
  onText?: (text: string) => void
}) {
  const { readOnly, faultAt, set } = useEditing()
  const given = {
    ...rest,
    disabled: rest.disabled || readOnly,
    error: faultAt(formatJsonPath(path)),
  }
  const change = (text: string) =>
    onText ? onText(text) : set(path, text === '' ? undefined : text)
  return long ? (
    <Textarea {...given} rows={3} onChange={(event) => change(event.target.value)} />
  ) : (
    <Input {...given} onChange={(event) => change(event.target.value)} />
  )
}

/** A number of the document; what is no number yet stays as typed, and is a fault. */
export function NumberField({
  path,
  ...rest
}: Props & Pick<ComponentProps<'input'>, 'placeholder'>) {
  const { readOnly, faultAt, set } = useEditing()
  return (
    <Input
      {...rest}
      inputMode="decimal"
      disabled={rest.disabled || readOnly}
      error={faultAt(formatJsonPath(path))}
      onChange={(event) => set(path, readNumber(event.target.value))}
    />
  )
}
