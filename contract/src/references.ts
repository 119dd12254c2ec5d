/** `{{name}}`, where name is an input's key or a step's id. */
const REFERENCE = /\{\{\s*([A-Za-z_][A-Za-z0-9_-]{0,63})\s*\}\}/

export function referencesIn(text: string): string[] {
  return [...text.matchAll(new RegExp(REFERENCE, 'g'))].flatMap((match) => match[1] ?? [])
}

/**
 * The texts in double braces that are no valid reference: a typo that a provider would receive as
 * text.
 */
export function brokenReferencesIn(text: string): string[] {
  return [...text.matchAll(/\{\{[^{}]*\}\}/g)]
    .map(([written]) => written)
    .filter((written) => !WHOLE.test(written))
}

const WHOLE = new RegExp(`^${REFERENCE.source}$`)

export function isReference(text: string): boolean {
  return WHOLE.test(text)
}

/** The name in a field that holds a single reference, with or without braces. */
export function nameIn(written: string): string {
  return WHOLE.exec(written.trim())?.[1] ?? written.trim()
}

export function unknownReference(name: string): string {
  return `refers to "${name}", which is no input and no step`
}

export function brokenReference(written: string): string {
  return `contains "${written}", which is no {{name}} of an input or step`
}

/**
 * Replaces each reference in one pass over the recipe's own text. Inserted values are not scanned
 * again, so no input can add a reference.
 */
export function replaceReferences(text: string, valueOf: (name: string) => string): string {
  return text.replace(new RegExp(REFERENCE, 'g'), (_whole, name: string) => valueOf(name))
}

/** The key of an input: the written key, or the name reduced to letters that a reference allows. */
export function keyOf(input: {
  key?: string | undefined
  name?: string | undefined
  display_name?: string | undefined
}): string {
  return input.key ?? slug(input.name ?? input.display_name ?? '')
}

function slug(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '')
    .slice(0, 64)
}

/** The text with another name in its references to `from`; each keeps its spaces. */
export function renameReferences(text: string, from: string, to: string): string {
  return text.replace(new RegExp(REFERENCE, 'g'), (whole, name: string) =>
    name === from ? whole.replace(name, () => to) : whole,
  )
}
