import { z } from 'zod'

/**
 * Lists and records whose members are counted before any member is parsed. zod checks a schema's
 * own `max` after all members, so a million wrong members would give a million issues first.
 */
export function boundedArray<M extends z.ZodType>(
  member: M,
  { min = 0, max }: { min?: number; max: number },
): z.ZodArray<M> {
  return countFirst(z.array(member).min(min).max(max), 'array', max)
}

export function boundedRecord<V extends z.ZodType>(
  key: z.ZodString,
  value: V,
  { max }: { max: number },
): z.ZodRecord<z.ZodString, V> {
  return countFirst(z.record(key, value).meta({ maxProperties: max }), 'record', max)
}

/** Call this last: a schema derived by further methods loses the count. */
export function countFirst<S extends z.ZodType>(schema: S, origin: string, maximum: number): S {
  const run = schema._zod.run.bind(schema._zod)
  schema._zod.run = (payload, ctx) => {
    const members = ctx.direction === 'backward' ? 0 : countMembers(payload.value)
    if (members <= maximum) return run(payload, ctx)
    const message = `must have at most ${maximum} members, has ${members}`
    const issue = { code: 'too_big', origin, maximum, inst: schema, message } as const
    payload.issues.push({ ...issue, input: payload.value })
    return payload
  }
  return schema
}

function countMembers(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}
