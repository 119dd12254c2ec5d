import {
  type Change,
  compareFields,
  type FieldWords,
  type Parts,
  showValue,
  textOf,
} from './compare-fields.ts'
import { listParts, type MatchedParts, type NamedParts } from './match-parts.ts'
import { nameIn, renameReferences } from './references.ts'

const FIELDS: FieldWords = {
  function_type: { words: 'function' },
  provider: { words: 'provider' },
  model: { words: 'model' },
  first_image: { words: 'first picture' },
  last_image: { words: 'last picture' },
  videos: { words: 'films', show: showAll },
  count: { words: 'how many', absent: 1 },
}
const TOLD_APART = ['id', 'prompt', 'params']

/** References to a renamed input or step are no change of the step that refers. */
export function compareSteps(
  { both, removed, added, isReordered }: MatchedParts,
  renamed: ReadonlyMap<string, string>,
): Change[] {
  return [
    ...removed.map(({ name }) => ({ sentence: `Step ${name} removed` })),
    ...added.map(({ name }) => ({ sentence: `Step ${name} added` })),
    ...both.flatMap(({ before, after }) => compareStep(before, after, renamed)),
    ...(isReordered ? [{ sentence: 'Steps in another order' }] : []),
  ]
}

function compareStep(
  before: NamedParts,
  after: NamedParts,
  renamed: ReadonlyMap<string, string>,
): Change[] {
  const subject = `Step ${after.name}`
  const old = renameDeep(before.parts, renamed) as Parts
  const now = renameDeep(after.parts, new Map()) as Parts
  const [plainOld, plainNow] = [plain(old), plain(now)]
  const prompts = compareFields(
    '',
    { prompt: textOf(old.prompt) },
    { prompt: textOf(now.prompt) },
    { prompt: { words: `Prompt of ${after.name}`, isText: true } },
  )
  return [
    ...(before.name === after.name
      ? []
      : [{ sentence: `${subject}: name ${before.name} → ${after.name}` }]),
    ...compareFields(subject, plainOld, plainNow, FIELDS),
    ...prompts,
    ...compareFields(subject, paramsOf(old), paramsOf(now), {}),
  ]
}

/** A step's own fields, with media by name alone, since braces and spaces around mean nothing. */
function plain(step: Parts): Parts {
  return Object.fromEntries(
    Object.entries(step)
      .filter(([field]) => !TOLD_APART.includes(field))
      .map(([field, value]) => [field, MEDIA.has(field) ? namesIn(value) : value]),
  )
}

const MEDIA = new Set(['first_image', 'last_image', 'videos'])

function showAll(value: unknown): string {
  return Array.isArray(value) ? value.map(showValue).join(', ') : showValue(value)
}

function namesIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(namesIn)
  return typeof value === 'string' ? nameIn(value) : value
}

function paramsOf(step: Parts): Parts {
  return listParts([step.params])[0] ?? {}
}

function renameDeep(value: unknown, renamed: ReadonlyMap<string, string>, field = ''): unknown {
  if (typeof value === 'string') {
    const bare = MEDIA.has(field) ? renamed.get(nameIn(value)) : undefined
    if (bare !== undefined) return bare
    return [...renamed].reduce((text, [from, to]) => renameReferences(text, from, to), value)
  }
  if (Array.isArray(value)) return value.map((one) => renameDeep(one, renamed, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, renameDeep(one, renamed, name)]),
  )
}
