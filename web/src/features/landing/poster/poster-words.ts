import type { FrontPoster } from '@vignette/contract/front-page.ts'
import { replaceReferences } from '@vignette/contract/references.ts'

/** What a visitor has written and chosen. */
export interface Wish {
  words: string
  choice: string
}

/** "Whitby, a harbour with boats" is lettered WHITBY. */
export function letteringOf(words: string): string {
  return (words.split(',')[0] ?? '').trim()
}

/** The inputs of the remix that this wish fills. */
export function inputsOf(poster: FrontPoster, wish: Wish): Record<string, string> {
  const words = wish.words.trim().slice(0, poster.field.max_length)
  const lettering = letteringOf(words)
  return {
    [poster.field.key]: words,
    // A name cut in half would be printed so; the remix asks for it instead.
    ...(poster.lettering && lettering.length <= poster.lettering.max_length
      ? { [poster.lettering.key]: lettering }
      : {}),
    ...(poster.choice ? { [poster.choice.key]: wish.choice } : {}),
  }
}

/** What is drawn for the wish: the same words that a run would fill in. */
export function callOf(poster: FrontPoster, wish: Wish): { prompt: string; text: string } {
  const inputs = inputsOf(poster, wish)
  const fill = (text: string) => replaceReferences(text, (key) => inputs[key] ?? '').trim()
  return {
    prompt: fill(poster.draw.prompt),
    text: fill(poster.draw.text) || letteringOf(wish.words),
  }
}

export function remixAddress(poster: FrontPoster, wish: Wish): string {
  const filled = Object.entries(inputsOf(poster, wish)).map(([key, value]) => [
    `input.${key}`,
    value,
  ])
  return `/workflows/${encodeURIComponent(poster.workflow_id)}/remix?${new URLSearchParams(filled)}`
}
