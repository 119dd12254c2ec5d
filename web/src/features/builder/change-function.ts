import { nameIn } from '@vignette/contract/references.ts'
import type { Source } from './components/source.ts'
import { type Parts, partsOf, readText } from './document/read-parts.ts'
import { readParams } from './read-params.ts'
import type { FunctionView } from './sources.ts'

const PICTURE_FIELDS = ['first_image', 'last_image'] as const

/**
 * The step with another function. Fields that the new function takes stay, fields that only the old
 * function takes go, and required fields are filled from the nearest source of their kind.
 */
export function changeFunction(
  step: Parts,
  provider: string,
  spec: FunctionView,
  sources: readonly Source[],
  before?: FunctionView,
): Parts {
  const { needs } = spec
  const next: Parts = { ...step, function_type: spec.function_type, provider }
  if (needs.prompt === 'none') delete next.prompt
  else if (needs.prompt === 'required' && !next.prompt) next.prompt = firstWords(sources)
  if (spec.model === 'none' || provider !== step.provider) delete next.model
  for (const field of PICTURE_FIELDS) {
    if (needs[field] === 'none') delete next[field]
    else if (needs[field] === 'required' && !names(next, field, sources)) {
      const source = nearest(sources, 'image')
      if (source) next[field] = `{{${source.name}}}`
    }
  }
  if (needs.videos.max === 0) delete next.videos
  else if (!Array.isArray(next.videos)) {
    const films = sources.filter(({ kind }) => kind === 'video').slice(-needs.videos.max)
    next.videos = films.map(({ name }) => `{{${name}}}`)
  }
  const lost = findLostParams(step, spec, before)
  const params = Object.entries(partsOf(step.params)).filter(([name]) => !lost.includes(name))
  if (params.length > 0) next.params = Object.fromEntries(params)
  else delete next.params
  return next
}

/**
 * The settings of the old function that the new function refuses. A setting that neither function
 * declares was written by hand: it stays, and the check of the recipe tells whether it is allowed.
 */
export function findLostParams(
  step: Parts,
  spec: FunctionView,
  before: FunctionView | undefined,
): string[] {
  const namesOf = (view: FunctionView | undefined) =>
    new Set(readParams(view?.params).map(({ name }) => name))
  const [old, known] = [namesOf(before), namesOf(spec)]
  return Object.keys(partsOf(step.params)).filter((name) => old.has(name) && !known.has(name))
}

function names(step: Parts, field: string, sources: readonly Source[]): boolean {
  const name = nameIn(readText(step, field))
  return sources.some((one) => one.name === name)
}

function firstWords(sources: readonly Source[]): string {
  const words = sources.find(({ kind }) => kind === 'text')
  return words ? `{{${words.name}}}` : ''
}

/** The last step that makes the kind, else the first input of the kind. */
function nearest(sources: readonly Source[], kind: Source['kind']): Source | undefined {
  const fitting = sources.filter((one) => one.kind === kind)
  return fitting.findLast(({ from }) => from === 'step') ?? fitting[0]
}
