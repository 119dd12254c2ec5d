import { useEffect, useState } from 'react'
import type { JsonPath } from '../../../lib/json-path.ts'
import { formatJsonPath } from '../../../lib/json-path.ts'
import { Input } from '../../../ui/field.tsx'
import { useEditing } from './editing.ts'

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/

/**
 * The name by which references call an input or a step. A rename is written when the field is left,
 * since each letter would be a name of its own.
 */
export function KeyField({
  label,
  hint,
  path,
  value,
  onRename,
}: {
  label: string
  hint: string
  path: JsonPath
  value: string
  onRename: (name: string) => void
}) {
  const { readOnly, faultAt } = useEditing()
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const isName = NAME.test(typed)
  const rename = () => {
    if (isName && typed !== value) onRename(typed)
    else setTyped(value)
  }
  return (
    <Input
      label={label}
      hint={hint}
      disabled={readOnly}
      error={
        isName || typed === value
          ? faultAt(formatJsonPath(path))
          : 'Letters, digits, _ and -, not beginning with a digit'
      }
      value={typed}
      autoCapitalize="off"
      spellCheck={false}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={rename}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        rename()
      }}
    />
  )
}
