import { PRICE } from '@vignette/contract/limits.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { CARD_FEE, lowestPriceCents } from '@vignette/contract/price-floor.ts'
import type { Fault } from './fault.ts'

const REFERENCE = /\{\{([^{}]*)\}\}/g

type Parts = Record<string, unknown>

/** What no schema can say: names used twice, references to nothing, prices nobody can pay. */
export function checkReferences(value: unknown): Fault[] {
  if (!isParts(value)) return []
  const inputs = listOf(value.inputs)
  const steps = listOf(value.steps)
  const names = [
    ...inputs.map((one, i) => ({ name: one.key ?? one.name, path: `inputs[${i}].key` })),
    ...steps.map((one, i) => ({ name: one.id, path: `steps[${i}].id` })),
  ].filter((one): one is { name: string; path: string } => typeof one.name === 'string')
  const known = new Set(names.map((one) => one.name))
  return [
    ...names
      .filter((one, i) => names.findIndex((other) => other.name === one.name) < i)
      .map((one) => ({ path: one.path, message: `"${one.name}" is already used` })),
    ...steps.flatMap((step, i) => checkStep(step, `steps[${i}]`, known)),
    ...checkOutput(value.output, steps),
    ...checkMoney(value),
  ]
}

function checkStep(step: Parts, path: string, known: Set<string>): Fault[] {
  const videos = Array.isArray(step.videos) ? step.videos : []
  const places: [string, unknown][] = [
    [`${path}.prompt`, step.prompt],
    [`${path}.first_image`, step.first_image],
    [`${path}.last_image`, step.last_image],
    ...videos.map((one, i): [string, unknown] => [`${path}.videos[${i}]`, one]),
    ...Object.entries(isParts(step.params) ? step.params : {}).map(
      ([name, one]): [string, unknown] => [`${path}.params.${name}`, one],
    ),
  ]
  return places.flatMap(([place, text]) =>
    referencesIn(text)
      .filter((name) => !known.has(name))
      .map((name) => ({
        path: place,
        message: `refers to "${name}", which is no input and no step`,
      })),
  )
}

function checkOutput(output: unknown, steps: Parts[]): Fault[] {
  if (typeof output !== 'string' || steps.length === 0) return []
  const id = referencesIn(output)[0] ?? output
  if (steps.some((step) => step.id === id)) return []
  return [{ path: 'output', message: `names "${id}", which is no step` }]
}

function checkMoney({ price, cost }: Parts): Fault[] {
  const faults: Fault[] = []
  for (const [path, amount] of Object.entries({ price, cost })) {
    if (typeof amount !== 'number') continue
    if (amount < 0 || !Number.isInteger(amount)) {
      faults.push({ path, message: 'must be whole cents, not negative' })
    }
  }
  const lowest = lowestPriceCents(typeof cost === 'number' && cost > 0 ? cost : 0, CARD_FEE)
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

export function referencesIn(text: unknown): string[] {
  if (typeof text !== 'string') return []
  return [...text.matchAll(REFERENCE)].map((match) => match[1]?.trim() ?? '')
}

function listOf(value: unknown): Parts[] {
  return Array.isArray(value) ? value.map((one) => (isParts(one) ? one : {})) : []
}

function isParts(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
