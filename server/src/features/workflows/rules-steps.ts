import type { ValueKind } from '@vignette/contract/input-types.ts'
import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import {
  brokenReference,
  brokenReferencesIn,
  nameIn,
  referencesIn,
  unknownReference,
} from '@vignette/contract/references.ts'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'
import { findBoundFaults } from './rules-bound.ts'
import {
  an,
  type Catalog,
  type Fault,
  type FunctionFacts,
  type MediaKind,
  type Need,
  type RecipeStep,
} from './rules-recipe.ts'

/** The names that a step may use, and the list that collects its faults. */
interface StepScope {
  kinds: Map<string, ValueKind>
  inputs: WorkflowInput[]
  catalog: Catalog
  faults: Fault[]
}

export function checkStep(
  step: RecipeDocument['steps'][number],
  at: number,
  scope: StepScope,
): RecipeStep {
  const place = `steps[${at}]`
  const fault = (field: string, message: string) =>
    scope.faults.push({ path: `${place}.${field}`, message })
  const facts = factsOf(step, scope.catalog, fault)
  const need = (field: string, wanted: Need | undefined, given: boolean) => {
    if (wanted === 'required' && !given) fault(field, `is required for ${step.function_type}`)
    if (wanted === 'none' && given) fault(field, `is not used by ${step.function_type}`)
  }
  const medium = (
    field: string,
    written: string | undefined,
    kind: MediaKind,
    wanted: Need | undefined,
  ) => {
    need(field, wanted, Boolean(written))
    return written
      ? mediaReference(field, written, kind, wanted === 'required', scope, fault)
      : null
  }
  const prompt = step.prompt?.trim() || null
  need('prompt', facts?.needs.prompt, prompt !== null)
  need('model', facts?.model, Boolean(step.model))
  textReferences('prompt', prompt ?? '', scope, fault)
  textReferences('params', JSON.stringify(step.params ?? {}), scope, fault)
  const firstImage = medium('first_image', step.first_image, 'image', facts?.needs.firstImage)
  const lastImage = medium('last_image', step.last_image, 'image', facts?.needs.lastImage)
  const written = step.videos ?? []
  const videos = written.flatMap(
    (video, index) => mediaReference(`videos[${index}]`, video, 'video', true, scope, fault) ?? [],
  )
  const params = step.params ?? {}
  for (const { path, message } of facts?.checkParams(params) ?? []) {
    fault(path ? `params.${path}` : 'params', message)
  }
  if (facts) scope.faults.push(...findBoundFaults(step, place, scope.inputs, facts))
  const uses = facts?.usesOf?.(params)
  if (uses && firstImage && !uses.firstImage) fault('first_image', unused('@first_image'))
  if (uses && lastImage && !uses.lastImage) fault('last_image', unused('@last_image'))
  const count = step.count ?? 1
  if (count > 1 && facts && !facts.varies(params)) {
    fault('count', 'is only for a step that chance decides; this one makes the same each time')
  }
  return {
    id: step.id,
    functionType: step.function_type,
    provider: step.provider,
    model: step.model || null,
    prompt,
    firstImage,
    lastImage,
    videos,
    params,
    output: facts?.output ?? 'image',
    ...(count > 1 && { count }),
  }
}

function unused(placeholder: string): string {
  return `is not used: no input of the graph in params is "${placeholder}"`
}

function factsOf(
  step: RecipeDocument['steps'][number],
  catalog: Catalog,
  fault: (field: string, message: string) => void,
): FunctionFacts | undefined {
  if (!catalog.hasProvider(step.provider)) {
    fault('provider', `names "${step.provider}", which is no provider here`)
    return undefined
  }
  const facts = catalog.find(step.provider, step.function_type)
  if (!facts) {
    const known = catalog.functionTypes(step.provider).join(', ')
    fault(
      'function_type',
      `names "${step.function_type}", which ${step.provider} does not offer (it offers ${known})`,
    )
  }
  return facts
}

function mediaReference(
  field: string,
  written: string,
  kind: MediaKind,
  required: boolean,
  scope: StepScope,
  fault: (field: string, message: string) => void,
): string | null {
  const name = nameIn(written)
  const found = scope.kinds.get(name)
  if (!found) {
    fault(field, unknownReference(name))
    return null
  }
  if (found !== kind) {
    fault(field, `refers to "${name}", which is ${an(found)}, but ${an(kind)} is needed`)
    return null
  }
  const input = scope.inputs.find((one) => one.key === name)
  if (required && input && !input.required) {
    fault(field, `refers to "${name}", which may be left out, but this step cannot do without it`)
  }
  return name
}

function textReferences(
  field: string,
  text: string,
  scope: StepScope,
  fault: (field: string, message: string) => void,
): void {
  for (const written of brokenReferencesIn(text)) {
    fault(field, brokenReference(written))
  }
  for (const name of referencesIn(text)) {
    const kind = scope.kinds.get(name)
    if (!kind) fault(field, unknownReference(name))
    else if (kind !== 'text')
      fault(field, `refers to "${name}", which is ${an(kind)}, but text is needed`)
  }
}
