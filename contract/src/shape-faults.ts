import type { z } from 'zod'

export interface ShapeFault {
  path: (string | number)[]
  message: string
}

/** The faults of a value in the shape of a schema, worded for the value's author. */
export function findShapeFaults(schema: z.ZodType, value: unknown): ShapeFault[] {
  const read = schema.safeParse(value, { error: describeIssue, reportInput: true })
  return read.success ? [] : read.error.issues.map(toFault)
}

function toFault(issue: z.core.$ZodIssue): ShapeFault {
  const path = issue.path.filter((part) => typeof part !== 'symbol')
  if (issue.code === 'invalid_type' && issue.input === undefined && path.length > 0) {
    return { path, message: 'is missing' }
  }
  if (issue.code !== 'invalid_union') return { path, message: issue.message }
  // Of the union's alternatives, the one with the right type gives the best message.
  const near = issue.errors.find((tried) => !tried.some(isOfAnotherType))?.[0]
  if (!near) return { path, message: `must be ${issue.errors.map(expectedBy).join(' or ')}` }
  const inside = toFault(near)
  return { ...inside, path: [...path, ...inside.path] }
}

function isOfAnotherType(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && issue.path.length === 0
}

function expectedBy([issue]: z.core.$ZodIssue[]): string {
  return issue?.code === 'invalid_type' ? nameType(issue.expected) : 'a value'
}

function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${nameType(issue.expected)}`
    case 'invalid_value': {
      const [only, ...more] = issue.values
      return more.length === 0
        ? `must be ${JSON.stringify(only)}`
        : `must be one of ${issue.values.join(', ')}`
    }
    case 'too_small':
      return issue.origin === 'array'
        ? `must have at least ${issue.minimum} ${Number(issue.minimum) === 1 ? 'entry' : 'entries'}`
        : `must be at least ${issue.minimum}`
    case 'too_big':
      return typeof issue.input === 'string'
        ? `must be at most ${issue.maximum} characters, is ${issue.input.length}`
        : `must be at most ${issue.maximum}`
    case 'unrecognized_keys':
      return `has no ${issue.keys.map((key) => `"${key}"`).join(', ')}`
    default:
      return undefined
  }
}

function nameType(type: string): string {
  const names: Record<string, string> = {
    array: 'a list',
    boolean: 'true or false',
    int: 'a whole number',
    null: 'null',
    object: 'an object',
    record: 'an object',
    string: 'a text',
  }
  return names[type] ?? `a ${type}`
}
