import { nameIn } from '@vignette/contract/references.ts'
import type { JsonPath } from '../../../lib/json-path.ts'
import { formatJsonPath } from '../../../lib/json-path.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Plus, X } from '../../../ui/icons.tsx'
import { listOf, type Parts } from '../document/read-parts.ts'
import { useEditing } from './editing.ts'
import { pickable } from './picture-field.tsx'
import type { Source } from './source.ts'

/** The films that a step joins, in their order. */
export function VideoFields({
  step,
  path,
  sources,
  range,
}: {
  step: Parts
  path: JsonPath
  sources: readonly Source[]
  range: { min: number; max: number }
}) {
  const { readOnly, faultAt, set } = useEditing()
  const at = [...path, 'videos']
  const written = listOf(step.videos).map((one) => nameIn(String(one)))
  const write = (names: readonly string[]) =>
    set(
      at,
      names.map((name) => `{{${name}}}`),
    )
  const films = sources.filter(({ kind }) => kind === 'video')
  const fault = faultAt(formatJsonPath(at))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">Films</legend>
      {fault && (
        <p role="alert" className="mb-2 text-sm text-danger">
          {fault}
        </p>
      )}
      {films.length === 0 && (
        <p className="mb-2 text-sm text-muted">Add a film input, or a step that makes a film.</p>
      )}
      <ol className="flex flex-col gap-3">
        {written.map((name, i) => (
          // One film may be joined twice, so that only its place tells it apart.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={i} className="flex items-end gap-2">
            <div className="grow">
              <Select
                label={`Film ${i + 1}`}
                options={pickable(sources, 'video', name)}
                value={name}
                disabled={readOnly}
                error={faultAt(formatJsonPath([...at, i]))}
                onChange={({ target }) => write(written.with(i, target.value))}
              />
            </div>
            <Button
              kind="ghost"
              size="icon"
              aria-label={`Remove film ${i + 1}`}
              disabled={readOnly}
              onClick={() => write(written.toSpliced(i, 1))}
            >
              <Icon of={X} />
            </Button>
          </li>
        ))}
      </ol>
      <Button
        kind="secondary"
        className="mt-3"
        disabled={readOnly || films.length === 0 || written.length >= range.max}
        onClick={() => write([...written, films.at(-1)?.name ?? ''])}
      >
        <Icon of={Plus} size={16} />
        Add a film
      </Button>
    </fieldset>
  )
}
