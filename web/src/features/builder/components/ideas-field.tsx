import { RECIPE } from '@vignette/contract/recipe-limits.ts'
import { formatJsonPath, type JsonPath } from '../../../lib/json-path.ts'
import { Textarea } from '../../../ui/field.tsx'
import { listOf, type Parts } from '../document/read-parts.ts'
import { useEditing } from './editing.ts'

/** Texts that the buyer may tap, one a line; empty lines are left out at publishing. */
export function IdeasField({ input, path }: { input: Parts; path: JsonPath }) {
  const { readOnly, faultAt, set } = useEditing()
  const at = [...path, 'ideas']
  const ideas = listOf(input['ideas']).map((idea) => (typeof idea === 'string' ? idea : ''))
  const fault =
    faultAt(formatJsonPath(at)) ??
    ideas.map((_, i) => faultAt(formatJsonPath([...at, i]))).find((one) => one !== undefined)
  return (
    <Textarea
      label="Ideas"
      hint={`Up to ${RECIPE.ideasMax}, one a line: the buyer taps one to fill the field`}
      rows={3}
      disabled={readOnly}
      value={ideas.join('\n')}
      error={fault}
      onChange={({ target }) => set(at, target.value === '' ? undefined : target.value.split('\n'))}
    />
  )
}
