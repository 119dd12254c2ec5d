import './without-eval.ts'
import { z } from 'zod'
import { recipeDocument } from './workflows.ts'

/** For the editor only, which loads zod in its own chunk. */
export const documentSchema = z.toJSONSchema(recipeDocument, { io: 'input' })

export interface DocumentFault {
  path: (string | number)[]
  message: string
}

/** Faults in the shape of a recipe's document, worded for its author. */
export function checkDocument(value: unknown): DocumentFault[] {
  const read = recipeDocument.safeParse(value, { error: describeIssue, reportInput: true })
  return read.success ? [] : read.error.issues.map(toFault)
}

function toFault(issue: z.core.$ZodIssue): DocumentFault {
  const path = issue.path.filter((part) => typeof part !== 'symbol')
  const last = path.at(-1)
  if (issue.code === 'invalid_type' && issue.input === undefined && typeof last === 'string') {
    return { path: path.slice(0, -1), message: `${last} is missing` }
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
      return `must ${isCounted(issue.origin) ? 'have' : 'be'} at least ${issue.minimum}`
    case 'too_big':
      return typeof issue.input === 'string'
        ? `must be at most ${issue.maximum} characters, is ${issue.input.length}`
        : `must be at most ${issue.maximum}`
    default:
      return undefined
  }
}

const isCounted = (origin: string) => origin === 'array'

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
