import { RECIPE } from '@vignette/contract/recipe-limits.ts'
import type { JsonPath } from '../../../lib/json-path.ts'
import { formatJsonPath } from '../../../lib/json-path.ts'
import { Select } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { listOthers } from '../choose-output.ts'
import { type Parts, readText } from '../document/read-parts.ts'
import { findFunction, listSources } from '../sources.ts'
import { useEditing } from './editing.ts'
import { FunctionPicker } from './function-picker.tsx'
import { KeyField } from './key-field.tsx'
import { ModelField } from './model-field.tsx'
import { ParamFields } from './param-fields.tsx'
import { PictureField } from './picture-field.tsx'
import { ReferenceField } from './reference-field.tsx'
import { VideoFields } from './video-fields.tsx'

const COUNTS = Array.from({ length: RECIPE.maxFiles }, (_, at) => {
  const value = String(at + 1)
  return { value, label: value }
})

/** What a step does, with what, and how: the fields that its function asks for. */
export function StepFields({
  step,
  index,
  path,
  onRename,
}: {
  step: Parts
  index: number
  path: JsonPath
  onRename: (id: string) => void
}) {
  const { recipe, providers, readOnly, faultAt, testsOf, set } = useEditing()
  const spec = findFunction(providers, step)
  const sources = listSources(recipe, index, providers)
  const words = sources.filter(({ kind }) => kind === 'text')
  const at = (name: string) => formatJsonPath([...path, name])
  const tests = testsOf(step)
  const makes = typeof step.count === 'number' ? step.count : 1
  const isOutput = [readText(recipe, 'output'), ...listOthers(recipe)].includes(
    readText(step, 'id'),
  )
  return (
    <>
      {tests && <p className="text-sm text-muted tabular-nums">{tests}</p>}
      <FunctionPicker step={step} path={path} sources={sources} />
      {spec && spec.needs.prompt !== 'none' && (
        <ReferenceField
          label="Prompt"
          hint="Type {{ or / to name an input"
          value={readText(step, 'prompt')}
          sources={words}
          error={faultAt(at('prompt'))}
          disabled={readOnly}
          maxLength={RECIPE.promptMax}
          onChange={(text) => set([...path, 'prompt'], text === '' ? undefined : text)}
        />
      )}
      {spec && (
        <div className="grid gap-5 sm:grid-cols-2">
          <PictureField
            label="First image"
            name="first_image"
            need={spec.needs.first_image}
            {...{ step, path, sources }}
          />
          <PictureField
            label="Last image"
            name="last_image"
            need={spec.needs.last_image}
            {...{ step, path, sources }}
          />
          {spec.model !== 'none' && (
            <ModelField
              key={spec.function_type}
              spec={spec}
              path={[...path, 'model']}
              value={readText(step, 'model')}
            />
          )}
        </div>
      )}
      {spec && spec.needs.videos.max > 0 && (
        <VideoFields step={step} path={path} sources={sources} range={spec.needs.videos} />
      )}
      {spec?.varies && (makes > 1 || isOutput) && (
        <Select
          label="How many"
          hint={makes > 1 ? 'Each is drawn anew, and the buyer gets all of them' : undefined}
          options={COUNTS}
          value={String(makes)}
          disabled={readOnly}
          error={faultAt(at('count'))}
          onChange={({ target }) =>
            set([...path, 'count'], target.value === '1' ? undefined : Number(target.value))
          }
        />
      )}
      <ParamFields step={step} path={path} schema={spec?.params} words={words} />
      {step.provider === 'comfyui' && (
        <p className="text-sm text-muted">
          It may run on{' '}
          <Link to="/studio/servers" className="underline underline-offset-4">
            a ComfyUI server of your own
          </Link>
          .
        </p>
      )}
      <details>
        <summary className="flex min-h-11 w-fit items-center text-sm text-muted hover:text-ink">
          Advanced
        </summary>
        <div className="mt-2">
          <KeyField
            label="Name of the step"
            hint="The name in {{references}}; a new name is written into each of them"
            path={[...path, 'id']}
            value={readText(step, 'id')}
            onRename={onRename}
          />
        </div>
      </details>
    </>
  )
}
