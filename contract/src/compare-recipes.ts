import { nameCategory } from './categories.ts'
import {
  type Change,
  compareFields,
  type FieldWords,
  type Parts,
  showValue,
  textOf,
} from './compare-fields.ts'
import { compareInputs } from './compare-inputs.ts'
import { compareSteps } from './compare-steps.ts'
import { formatGenerationTime } from './generation-time.ts'
import { listParts, matchParts } from './match-parts.ts'
import { formatCents, formatPrice } from './money.ts'

export type { Change } from './compare-fields.ts'

interface ChangeGroup {
  title: 'Listing' | 'Price' | 'Inputs' | 'Steps' | 'Result' | 'Other'
  changes: Change[]
}

const LISTING: FieldWords = {
  name: { words: 'Name' },
  description: { words: 'Description', isText: true },
  category: { words: 'Category', show: (value) => nameCategory(showValue(value)) },
  tags: { words: 'Tags', show: nameTags },
  sample_creation_url: { words: 'Sample' },
}
const PRICE: FieldWords = {
  price: { words: 'Price', show: ofNumber(formatPrice) },
  license: { words: 'Licence', show: nameLicense, absent: 'personal' },
  proof: { words: 'Proof first', show: nameProof },
  // Where a draft names neither, the server fills both in.
  cost: { words: 'Cost of a remix, at most', show: ofNumber(formatCents), absent: 'as estimated' },
  generation_time: {
    words: 'Time',
    show: ofNumber(formatGenerationTime),
    absent: 'as measured in tests',
  },
}
const RESULT: FieldWords = {
  output: { words: 'Result' },
  outputs: { words: 'Files of the set', show: nameTags },
  output_type: { words: 'Kind of result' },
}
const SPECIAL = ['schema', 'user_id', 'inputs', 'steps']

/** The difference of two recipes' documents in sentences; groups without a change are left out. */
export function compareRecipes(before: Parts, after: Parts): ChangeGroup[] {
  const inputs = matchParts(listParts(before.inputs), listParts(after.inputs), 'key')
  const steps = matchParts(listParts(before.steps), listParts(after.steps), 'id')
  const renamed = new Map([...inputs.renamed, ...steps.renamed])
  const renameStep = (id: unknown) => renamed.get(textOf(id)) ?? id
  const outputs = Array.isArray(before.outputs) ? before.outputs.map(renameStep) : before.outputs
  const result = { ...before, output: renameStep(before.output), outputs }
  const told = [LISTING, PRICE, RESULT].flatMap((fields) => Object.keys(fields)).concat(SPECIAL)
  const own = (parts: Parts) => pick(parts, (name) => !told.includes(name))
  const among = (fields: FieldWords, old: Parts = before) =>
    compareFields('', pickIn(old, fields), pickIn(after, fields), fields)
  const groups: ChangeGroup[] = [
    { title: 'Listing', changes: among(LISTING) },
    { title: 'Price', changes: among(PRICE) },
    { title: 'Inputs', changes: compareInputs(inputs) },
    { title: 'Steps', changes: compareSteps(steps, renamed) },
    { title: 'Result', changes: among(RESULT, result) },
    { title: 'Other', changes: compareFields('', own(before), own(after), {}) },
  ]
  return groups.filter(({ changes }) => changes.length > 0)
}

function pickIn(parts: Parts, fields: FieldWords): Parts {
  return pick(parts, (name) => Object.hasOwn(fields, name))
}

function pick(parts: Parts, wants: (name: string) => boolean): Parts {
  return Object.fromEntries(Object.entries(parts).filter(([name]) => wants(name)))
}

function ofNumber(format: (value: number) => string) {
  return (value: unknown) => (typeof value === 'number' ? format(value) : showValue(value))
}

function nameProof(proof: unknown): string {
  const draws = proof && typeof proof === 'object' && 'draws' in proof ? proof.draws : undefined
  if (typeof draws !== 'number') return showValue(proof)
  return draws === 1 ? 'one proof' : `${draws} proofs`
}

function nameTags(tags: unknown): string {
  if (!Array.isArray(tags)) return showValue(tags)
  return tags.length === 0 ? 'none' : tags.map((tag) => textOf(tag).trim()).join(', ')
}

function nameLicense(license: unknown): string {
  if (license === 'personal') return 'Personal'
  if (license === 'commercial') return 'Commercial'
  return license === 'cc-by' ? 'CC BY' : showValue(license)
}
