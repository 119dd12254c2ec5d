import { useState } from 'react'
import { Input } from '../../../ui/field.tsx'
import { type Parts, readText } from '../document/read-parts.ts'
import { useEditing } from './editing.ts'

/** Written in milliseconds, asked for in seconds; left empty, tests measure it. */
export function TimeField({ recipe }: { recipe: Parts }) {
  const { readOnly, faultAt, set } = useEditing()
  const written = Number(readText(recipe, 'generation_time') || Number.NaN)
  // Below 1,000 the document means seconds.
  const seconds = written < 1_000 ? written : written / 1_000
  const shown = Number.isFinite(seconds) ? String(seconds) : ''
  const [typed, setTyped] = useState(shown)
  const text = Number(typed) === seconds || typed.endsWith('.') ? typed : shown
  return (
    <Input
      label="Seconds a remix takes"
      hint="Empty: measured by your tests"
      inputMode="decimal"
      disabled={readOnly}
      error={faultAt('generation_time')}
      value={text}
      onChange={({ target }) => {
        setTyped(target.value)
        const given = Number(target.value)
        if (target.value === '') set(['generation_time'], undefined)
        else if (given > 0) set(['generation_time'], Math.round(given * 1_000))
      }}
    />
  )
}
