import { formatCents } from '@vignette/contract/money.ts'
import { PRICE } from '@vignette/contract/money-limits.ts'
import { lowestAskedCents, type PriceRules } from '@vignette/contract/price-floor.ts'
import {
  brokenReference,
  brokenReferencesIn,
  keyOf,
  nameIn,
  referencesIn,
  unknownReference,
} from '@vignette/contract/references.ts'
import type { Fault } from '../fault.ts'

type Parts = Record<string, unknown>

/**
 * Faults that no schema can express: duplicate names, unknown references, impossible prices. The
 * lowest price covers the highest tax, as the server's does.
 */
export function checkReferences(value: unknown, prices: PriceRules): Fault[] {
  if (!isParts(value)) return []
  const inputs = listOf(value.inputs)
  const steps = listOf(value.steps)
  const names = [
    ...inputs.map((one, i) => ({ name: keyOf(textsOf(one)), path: `inputs[${i}].key` })),
    ...steps.map((one, i) => ({ name: textsOf(one).id, path: `steps[${i}].id` })),
  ].filter((one): one is { name: string; path: string } => Boolean(one.name))
  const known = new Set(names.map((one) => one.name))
  return [
    ...names
      .filter((one, i) => names.findIndex((other) => other.name === one.name) < i)
      .map((one) => ({ path: one.path, message: `"${one.name}" is already used` })),
    ...steps.flatMap((step, i) => checkStep(step, `steps[${i}]`, known)),
    ...checkOutput(value.output, steps),
    ...checkMoney(value, prices),
  ]
}

function checkStep(step: Parts, path: string, known: Set<string>): Fault[] {
  const { prompt = '', first_image, last_image } = textsOf(step)
  const media = Object.entries({ first_image, last_image, ...videosOf(step) })
  const params = Object.entries(isParts(step.params) ? step.params : {})
  return [
    ...checkText(prompt, `${path}.prompt`, known),
    ...params.flatMap(([name, value]) =>
      checkText(JSON.stringify(value), `${path}.params.${name}`, known),
    ),
    ...media.flatMap(([field, written]) => {
      const name = written && nameIn(written)
      return name && !known.has(name)
        ? [{ path: `${path}.${field}`, message: unknownReference(name) }]
        : []
    }),
  ]
}

function checkText(text: string, path: string, known: Set<string>): Fault[] {
  return [
    ...brokenReferencesIn(text).map(brokenReference),
    ...referencesIn(text)
      .filter((name) => !known.has(name))
      .map(unknownReference),
  ].map((message) => ({ path, message }))
}

function checkOutput(output: unknown, steps: Parts[]): Fault[] {
  if (typeof output !== 'string' || steps.length === 0) return []
  if (steps.some((step) => step.id === output)) return []
  return [{ path: 'output', message: `names "${output}", which is no step` }]
}

function checkMoney({ price, cost }: Parts, prices: PriceRules): Fault[] {
  const faults: Fault[] = []
  for (const [path, amount] of Object.entries({ price, cost })) {
    if (typeof amount !== 'number') continue
    if (amount < 0 || !Number.isInteger(amount)) {
      faults.push({ path, message: 'must be whole cents, not negative' })
    }
  }
  const covered = typeof cost === 'number' && cost > 0 ? cost : 0
  const lowest = lowestAskedCents(covered, prices)
  const payable =
    price === 0 ||
    (lowest !== undefined && Number(price) >= lowest && Number(price) <= PRICE.maxCents)
  if (typeof price === 'number' && price > 0 && !payable) {
    if (lowest === undefined) {
      faults.push({
        path: 'cost',
        message: 'is more than the platform’s share of any price covers',
      })
      return faults
    }
    const range = `${formatCents(lowest)} to ${formatCents(PRICE.maxCents)}`
    faults.push({ path: 'price', message: `must be 0 (free) or ${range}, in cents` })
  }
  return faults
}

function videosOf(step: Parts): Record<string, string | undefined> {
  const videos = Array.isArray(step.videos) ? step.videos : []
  return textsOf(Object.fromEntries(videos.map((one, i) => [`videos[${i}]`, one])))
}

/** The text members; the schema reports wrong types. */
function textsOf(parts: Parts): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(parts).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

function listOf(value: unknown): Parts[] {
  return Array.isArray(value) ? value.map((one) => (isParts(one) ? one : {})) : []
}

function isParts(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
