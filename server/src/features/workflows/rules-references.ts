import { isReference, referencesIn, replaceReferences } from '@vignette/contract/references.ts'

/** The length that the references would add, computed before any text is built. */
export function broughtInBy(text: string, lengthOf: (name: string) => number): number {
  return referencesIn(text).reduce((sum, name) => sum + lengthOf(name), 0)
}

/** Replaces the references in every string of a params object. */
function replaceDeep(value: unknown, valueOf: (name: string) => string): unknown {
  if (typeof value === 'string') return replaceReferences(value, valueOf)
  if (Array.isArray(value)) return value.map((item) => replaceDeep(item, valueOf))
  if (value && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, replaceDeep(item, valueOf)]),
    )
  }
  return value
}

/** Whether the function takes this value of a param. */
export type Takes = (param: string, value: unknown) => boolean

/**
 * Params as their provider gets them. A value that comes by reference is text: where it is a number,
 * the param becomes that number, a whole one where only whole ones are taken, and stays text where
 * no number is taken.
 */
export function fillParams(
  params: Record<string, unknown>,
  valueOf: (name: string) => string,
  takes: Takes = () => true,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([param, written]) => {
      const value = replaceDeep(written, valueOf)
      if (typeof written !== 'string') return [param, numbersRestored(written, value)]
      const [first, ...others] = readingsOf(written, value)
      if (others.length === 0 || takes(param, first)) return [param, first]
      const fitting = others.find((one) => takes(param, one))
      return [param, fitting ?? first]
    }),
  )
}

/** What a replaced text may mean, the likeliest first. */
function readingsOf(written: string, replaced: unknown): unknown[] {
  const number = numbersRestored(written, replaced)
  if (typeof number !== 'number') return [number]
  return Number.isInteger(number) ? [number, replaced] : [number, Math.round(number), replaced]
}

function numbersRestored(written: unknown, replaced: unknown): unknown {
  if (typeof written === 'string' && isReference(written) && typeof replaced === 'string') {
    return replaced.trim() !== '' && Number.isFinite(Number(replaced)) ? Number(replaced) : replaced
  }
  if (Array.isArray(written) && Array.isArray(replaced)) {
    return replaced.map((item, at) => numbersRestored(written[at], item))
  }
  if (written && typeof written === 'object' && replaced && typeof replaced === 'object') {
    return Object.fromEntries(
      Object.entries(replaced).map(([key, item]) => [
        key,
        numbersRestored((written as Record<string, unknown>)[key], item),
      ]),
    )
  }
  return replaced
}

/** A circle in the graph, as the names along it; the first name is repeated at the end. */
export function findCycle(graph: Map<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  const path: string[] = []
  function visit(name: string): string[] | undefined {
    if (done.has(name) || !graph.has(name)) return undefined
    const at = path.indexOf(name)
    if (at >= 0) return [...path.slice(at), name]
    path.push(name)
    for (const next of graph.get(name) ?? []) {
      const cycle = visit(next)
      if (cycle) return cycle
    }
    path.pop()
    done.add(name)
    return undefined
  }
  for (const name of graph.keys()) {
    const cycle = visit(name)
    if (cycle) return cycle
  }
  return undefined
}
