import type { ProviderView } from '@vignette/contract/app.ts'
import { labelOf } from '@vignette/contract/labels.ts'
import { useId } from 'react'
import type { JsonPath } from '../../../lib/json-path.ts'
import { formatJsonPath } from '../../../lib/json-path.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Select } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { changeFunction, findLostParams } from '../change-function.ts'
import { type Parts, readText } from '../document/read-parts.ts'
import { findFunction } from '../sources.ts'
import { AskForAccess } from './ask-for-access.tsx'
import { useEditing } from './editing.ts'
import type { Source } from './source.ts'

/** What the step does, and which provider does it here. */
export function FunctionPicker({
  step,
  path,
  sources,
}: {
  step: Parts
  path: JsonPath
  sources: readonly Source[]
}) {
  const { providers, readOnly, faultAt, set } = useEditing()
  const type = readText(step, 'function_type')
  const chosen = readText(step, 'provider')
  const functions = listFunctions(providers)
  const offering = providers.filter((one) => offers(one, type))
  const choose = (provider: ProviderView | undefined, functionType: string) => {
    const spec = provider?.functions.find((one) => one.function_type === functionType)
    if (!provider || !spec) return
    const before = findFunction(providers, step)
    const lost = findLostParams(step, spec, before).map(labelOf)
    set(path, changeFunction(step, provider.id, spec, sources, before))
    if (lost.length > 0) toast(`Left out: ${lost.join(', ')}. Undo brings them back.`)
  }
  const options = functions.map(({ type: value, title }) => ({ value, label: title }))
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        label="What it does"
        hint={functions.find((one) => one.type === type)?.description}
        options={
          functions.some((one) => one.type === type)
            ? options
            : [{ value: type, label: type || 'Choose' }, ...options]
        }
        value={type}
        disabled={readOnly}
        error={faultAt(formatJsonPath([...path, 'function_type']))}
        onChange={({ target }) => {
          const able = providers.filter((one) => offers(one, target.value))
          const same = able.find(({ id }) => id === chosen)
          choose(same ?? able.find(({ available }) => available) ?? able[0], target.value)
        }}
      />
      <ProviderChoice
        providers={offering}
        chosen={chosen}
        disabled={readOnly}
        error={faultAt(formatJsonPath([...path, 'provider']))}
        onChoose={(provider) => choose(provider, type)}
      />
    </div>
  )
}

/** A provider that is not set up is shown with its reason, and cannot be chosen. */
function ProviderChoice({
  providers,
  chosen,
  disabled,
  error,
  onChoose,
}: {
  providers: readonly ProviderView[]
  chosen: string
  disabled: boolean
  error: string | undefined
  onChoose: (provider: ProviderView) => void
}) {
  const id = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">Where it runs</legend>
      <div className="flex flex-col gap-1">
        {providers.map((provider) => {
          const { id: value, title, available, missing, approved_only } = provider
          const isClosed = !available && value !== chosen
          return (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name={id}
                value={value}
                checked={value === chosen}
                disabled={disabled || isClosed}
                onChange={() => onChoose(provider)}
                className="size-5 shrink-0 accent-accent"
              />
              <span className={isClosed ? 'text-muted' : undefined}>
                {title} {approved_only && <Badge>Approved creators</Badge>}
                {!available && (
                  <span className="block text-sm text-muted">{missing ?? 'Not set up here'}</span>
                )}
              </span>
            </label>
          )
        })}
      </div>
      <AskForAccess
        providers={providers.filter(({ id: one, available }) => available || one === chosen)}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}

export function listFunctions(providers: readonly ProviderView[]) {
  const found = new Map<string, { type: string; title: string; description: string }>()
  // Where several providers have a function, the words are those of the first one that is set up.
  for (const { functions } of providers.toSorted(byAvailable)) {
    for (const { function_type: type, title, description } of functions) {
      if (!found.has(type)) found.set(type, { type, title, description })
    }
  }
  return [...found.values()]
}

const byAvailable = (a: ProviderView, b: ProviderView) => Number(b.available) - Number(a.available)

function offers({ functions }: ProviderView, type: string): boolean {
  return functions.some((one) => one.function_type === type)
}
