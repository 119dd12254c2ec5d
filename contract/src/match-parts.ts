import type { Parts } from './compare-fields.ts'
import { keyOf } from './references.ts'

/** An input or step with the name that references use. */
export interface NamedParts {
  name: string
  parts: Parts
}

export interface MatchedParts {
  both: { before: NamedParts; after: NamedParts }[]
  removed: NamedParts[]
  added: NamedParts[]
  /** The new name of each part that has another. */
  renamed: Map<string, string>
  isReordered: boolean
}

export function listParts(value: unknown): Parts[] {
  if (!Array.isArray(value)) return []
  return value.map((one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one) ? (one as Parts) : {},
  )
}

/** Finds the parts that are the same under two documents: by name, else by place and kind. */
export function matchParts(
  before: readonly Parts[],
  after: readonly Parts[],
  field: 'key' | 'id',
): MatchedParts {
  const [olds, news] = [before, after].map((list) =>
    list.map((parts): NamedParts => ({ name: nameOf(parts, field), parts })),
  ) as [NamedParts[], NamedParts[]]
  const pairs = new Map<NamedParts, NamedParts>()
  const left = new Set(news)
  const pair = (old: NamedParts, one: NamedParts | undefined) => {
    if (one && left.delete(one)) pairs.set(old, one)
  }
  for (const old of olds) {
    pair(
      old,
      [...left].find((one) => one.name === old.name),
    )
  }
  olds.forEach((old, index) => {
    const there = news[index]
    if (!pairs.has(old) && there && isAlike(old.parts, there.parts)) pair(old, there)
  })
  const both = olds.flatMap((old) => {
    const one = pairs.get(old)
    return one ? [{ before: old, after: one }] : []
  })
  const places = both.map((one) => news.indexOf(one.after))
  return {
    both,
    removed: olds.filter((one) => !pairs.has(one)),
    added: [...left],
    renamed: new Map(
      both
        .filter((one) => one.before.name !== one.after.name)
        .map((one) => [one.before.name, one.after.name]),
    ),
    isReordered: places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0)),
  }
}

function nameOf(parts: Parts, field: 'key' | 'id'): string {
  const text = (name: string) => {
    const value = parts[name]
    return typeof value === 'string' ? value : undefined
  }
  if (field === 'id') return text('id') ?? ''
  return keyOf({ key: text('key'), name: text('name'), display_name: text('display_name') })
}

function isAlike(before: Parts, after: Parts): boolean {
  return (
    before.type === after.type &&
    before.function_type === after.function_type &&
    before.provider === after.provider
  )
}
