/** Finished HTML or XML. Only the tags below make it, so a string is always text. */
class Markup {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

export type Html = Markup

/** What may stand in a template: text, finished markup, or nothing. */
type Part = string | number | Markup | readonly Part[] | null | undefined | false

type Tag = (strings: TemplateStringsArray, ...parts: Part[]) => Markup

function makeTag(escape: (text: string) => string): Tag {
  const fill = (part: Part): string => {
    if (part === null || part === undefined || part === false) return ''
    if (part instanceof Markup) return part.toString()
    return typeof part === 'object' ? part.map(fill).join('') : escape(String(part))
  }
  return (strings, ...parts) =>
    new Markup(strings.map((text, at) => text + fill(parts[at])).join(''))
}

/** A template that escapes text, also in an attribute, as long as quotes stand around it. */
export const html = makeTag((text) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
)

/** The same for feeds; XML knows no control characters besides these three. */
export const xml = makeTag((text) =>
  text
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]|\p{Cs}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;'),
)

/** Parts under each other. */
export function htmlLines(parts: readonly Html[]): Html {
  return new Markup(parts.join('\n'))
}

/** What React, the build or a style sheet of ours wrote: it escapes for itself. */
export function trustHtml(text: string): Html {
  return new Markup(text)
}
