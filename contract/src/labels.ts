import { formatNumberDay, type NumberLook } from './number-looks.ts'

/** What people read for a name in a document: `guidance_scale` is read as "Guidance scale". */
export function labelOf(name: string): string {
  return capitalise(name.replace(/[_-]+/g, ' ').trim())
}

/** As a label reads: recipes often write their options in lower case. */
export function capitalise(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * What people read for a value of an input: the label of an option, a day in words, and any other
 * value as it is.
 */
export function labelOfValue<Value>(
  {
    options,
    look,
  }: {
    options: readonly { value: string; label: string }[]
    look?: NumberLook | undefined
  },
  value: Value,
): Value | string {
  const written = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  if (look === 'date' && written !== undefined) return formatNumberDay(written)
  const option = options.find((one) => one.value === written)
  return option ? capitalise(option.label) : value
}
