/** What people read for a name in a document: `guidance_scale` is read as "Guidance scale". */
export function labelOf(name: string): string {
  return capitalise(name.replace(/[_-]+/g, ' ').trim())
}

/** As a label reads: recipes often write their options in lower case. */
export function capitalise(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What people read for a value of an input: the label of an option, and any other value as it is. */
export function labelOfValue<Value>(
  { options }: { options: readonly { value: string; label: string }[] },
  value: Value,
): Value | string {
  const written = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  const option = options.find((one) => one.value === written)
  return option ? capitalise(option.label) : value
}
