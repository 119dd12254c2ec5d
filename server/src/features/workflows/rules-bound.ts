import { textLimit } from '@vignette/contract/input-values.ts'
import { labelOf } from '@vignette/contract/labels.ts'
import { DAYS } from '@vignette/contract/number-looks.ts'
import type { RecipeDocument } from '@vignette/contract/recipe-document.ts'
import { referencesIn } from '@vignette/contract/references.ts'
import type { WorkflowInput } from '@vignette/contract/workflows.ts'
import type { Fault, FunctionFacts } from './rules-recipe.ts'
import { fillParams } from './rules-references.ts'

/** A value that an input may bring: what it is called, and the field of the input that allows it. */
interface Try {
  value: string
  /** Completes `"Depth" …`. */
  says: string
  field: string
}

/** Of a setting that several inputs fill, at most so many combinations are tried; of more, one input varies at a time. */
const MOST_WAYS = 200
/** Trying blocks the event loop, so that a step's long settings, such as graphs, are tried less often. */
const MOST_CHARS = 200_000
/** Of a range of whole numbers up to this wide, each is tried. */
const MOST_WHOLE = 64

/**
 * The faults of what inputs may bring into a step's settings, by the settings' own schema: each
 * option, both ends of a range of numbers, and any text where any text may come.
 */
export function findBoundFaults(
  step: RecipeDocument['steps'][number],
  place: string,
  inputs: readonly WorkflowInput[],
  facts: FunctionFacts,
): Fault[] {
  let left = MOST_CHARS
  const found = new Map<string, Fault>()
  for (const [param, written] of Object.entries(step.params ?? {})) {
    const text = JSON.stringify(written)
    const named = [...new Set(referencesIn(text))].map((name) =>
      inputs.find((one) => one.key === name),
    )
    const bound = named.filter((input) => input !== undefined)
    // An unknown name is a fault of its own.
    if (bound.length === 0 || bound.length < named.length) continue
    const setting = `"${labelOf(param)}" of the step "${step.id}"`
    for (const way of waysOf(bound)) {
      left -= text.length
      if (left < 0) return [...found.values()]
      const given = new Map(way.map(({ input, tried }) => [input.key, tried.value]))
      const why = refusalOf(facts, param, written, (name) => given.get(name) ?? '')
      if (why === undefined) continue
      const [only, ...more] = way
      if (!only) continue
      const fault =
        more.length === 0
          ? faultOfInput(only, inputs, `${setting} ${why}`)
          : {
              path: `${place}.params.${param}`,
              message: `${why}, and is not with ${way.map(sayValue).join(' and ')}`,
            }
      // One fault for each field says enough.
      if (!found.has(fault.path)) found.set(fault.path, fault)
      // Further words that the setting refuses say nothing new.
      if (more.length === 0 && only.tried.field === 'type') break
    }
  }
  return [...found.values()]
}

interface Given {
  input: WorkflowInput
  tried: Try
}

function waysOf(bound: readonly WorkflowInput[]): Given[][] {
  const tries = bound.map((input) => triesOf(input).map((tried): Given => ({ input, tried })))
  const count = tries.reduce((product, { length }) => product * length, 1)
  if (count <= MOST_WAYS || tries.length === 1) {
    return tries.reduce<Given[][]>(
      (ways, next) => ways.flatMap((way) => next.map((given) => [...way, given])),
      [[]],
    )
  }
  return tries.flatMap((next, at) =>
    next.map((given) => tries.flatMap((one, other) => (other === at ? given : (one[0] ?? [])))),
  )
}

function triesOf(input: WorkflowInput): Try[] {
  const skipped = { value: '', says: 'may be left out', field: 'required' }
  const mayBeEmpty = !input.required && (input.value === null || input.value === '')
  return [...valuesOf(input), ...(mayBeEmpty ? [skipped] : [])]
}

function valuesOf(input: WorkflowInput): Try[] {
  if (input.step_type === 'select') {
    return input.options.map(({ value, label }, at) => ({
      value,
      says: `may be "${label}"`,
      field: `options[${at}]`,
    }))
  }
  return input.numeric ? numbersOf(input) : textsOf(input)
}

/** Beyond any number that a setting takes. */
const FAR = 1e12

function numbersOf({ look, ...input }: WorkflowInput): Try[] {
  const min = input.min ?? (look === 'date' ? DAYS.first : null)
  const max = input.max ?? (look === 'date' ? DAYS.last : null)
  const ends: Try[] = [
    min === null
      ? { value: String(-FAR), says: 'has no lowest number', field: 'min' }
      : { value: String(min), says: `may be ${min}`, field: 'min' },
    max === null
      ? { value: String(FAR), says: 'has no highest number', field: 'max' }
      : { value: String(max), says: `may be ${max}`, field: 'max' },
  ]
  if (min === null || max === null || max - min > MOST_WHOLE) return ends
  const first = Math.ceil(min)
  const whole = Array.from({ length: Math.max(0, Math.floor(max) - first + 1) }, (_, i) => {
    const number = first + i
    return { value: String(number), says: `may be ${number}`, field: 'max' }
  })
  return [...ends, ...whole]
}

function textsOf(input: WorkflowInput): Try[] {
  const { ideas = [], pattern, value } = input
  const told: Try[] = [
    ...(value === null || value === ''
      ? []
      : [{ value: String(value), says: `begins with "${value}"`, field: 'value' }]),
    ...ideas.map((idea, at) => ({
      value: idea,
      says: `offers "${idea}"`,
      field: `ideas[${at}]`,
    })),
  ]
  // What else a pattern lets through cannot be listed.
  if (pattern) return told
  const most = textLimit(input)
  return [
    { value: 'any words'.slice(0, most), says: 'takes any words', field: 'type' },
    { value: 'm'.repeat(most), says: `may have ${most} characters`, field: 'max_length' },
    ...told,
  ]
}

/** What the setting must be, where it refuses this value. */
function refusalOf(
  facts: FunctionFacts,
  param: string,
  written: unknown,
  valueOf: (name: string) => string,
): string | undefined {
  const takes = (name: string, value: unknown) => faultIn(facts, name, value) === undefined
  const { [param]: value } = fillParams({ [param]: written }, valueOf, takes)
  return faultIn(facts, param, value)
}

/** Why a setting refuses a value; undefined where it takes it. */
export function faultIn(facts: FunctionFacts, param: string, value: unknown): string | undefined {
  const fault = facts
    .checkParams({ [param]: value })
    .find(({ path }) => path === param || /^[.[]/.test(path.slice(param.length)))
  // The length of the text that was tried says nothing to the creator.
  return fault?.message.replace(/, is \d+$/, '')
}

function faultOfInput(
  { input, tried }: Given,
  inputs: readonly WorkflowInput[],
  must: string,
): Fault {
  return {
    path: `inputs[${inputs.indexOf(input)}].${tried.field}`,
    message: `"${input.display_name}" ${tried.says}, but ${must}`,
  }
}

function sayValue({ input, tried }: Given): string {
  return `"${input.display_name}" as "${tried.value.slice(0, 40)}"`
}
