import { nameIn } from '@vignette/contract/references.ts'
import type { JsonPath } from '../../../lib/json-path.ts'
import { formatJsonPath } from '../../../lib/json-path.ts'
import { type Option, Select } from '../../../ui/field.tsx'
import { type Parts, readText } from '../document/read-parts.ts'
import { useEditing } from './editing.ts'
import type { Source } from './source.ts'
import { useLight } from './use-light.ts'

/** A picture that a step takes: one of the pictures that are there by then. */
export function PictureField({
  label,
  name,
  need,
  step,
  path,
  sources,
}: {
  label: string
  name: 'first_image' | 'last_image'
  need: 'required' | 'optional' | 'none'
  step: Parts
  path: JsonPath
  sources: readonly Source[]
}) {
  const { readOnly, faultAt, set } = useEditing()
  const light = useLight()
  if (need === 'none') return null
  const chosen = nameIn(readText(step, name))
  const at = [...path, name]
  const options = pickable(sources, 'image', chosen)
  return (
    <div {...light(chosen)}>
      <Select
        label={label}
        placeholder={need === 'required' ? 'Choose a picture' : 'None'}
        hint={
          options.length === 0 ? 'Add a photo input, or a step that makes a picture' : undefined
        }
        options={options}
        value={chosen}
        disabled={readOnly}
        error={faultAt(formatJsonPath(at))}
        onChange={({ target }) => set(at, target.value ? `{{${target.value}}}` : undefined)}
      />
    </div>
  )
}

/** The fitting sources, and what is written now even where it fits no more. */
export function pickable(
  sources: readonly Source[],
  kind: Source['kind'],
  chosen: string,
): Option[] {
  const fitting = sources
    .filter((source) => source.kind === kind)
    .map(({ name, label, from }) => ({
      value: name,
      label: from === 'step' ? `Step ${label}` : label,
    }))
  const isKnown = chosen === '' || fitting.some(({ value }) => value === chosen)
  return isKnown ? fitting : [{ value: chosen, label: `${chosen} (does not fit here)` }, ...fitting]
}
