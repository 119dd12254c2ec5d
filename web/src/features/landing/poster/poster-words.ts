import type { FrontPoster } from '@vignette/contract/front-page.ts'
import { replaceReferences } from '@vignette/contract/references.ts'

/** What stands in the form, by input. */
export type Wish = Record<string, string>

export function readWish(form: HTMLFormElement, poster: FrontPoster): Wish {
  const data = new FormData(form)
  const keys = [poster.field.key, ...poster.choices.map(({ key }) => key)]
  const read = (key: string) => {
    const value = data.get(`input.${key}`)
    return typeof value === 'string' ? value.trim() : ''
  }
  return Object.fromEntries(keys.map((key) => [key, read(key)]))
}

/** The words on the poster: what is written, and before that what stands on the sample. */
export const wordsOf = ({ field }: FrontPoster, wish: Wish) => wish[field.key] || field.shown

/** Whether the form asks for another poster than the sample. */
export function isAsked({ field, choices }: FrontPoster, wish: Wish): boolean {
  return (
    Boolean(wish[field.key]) || choices.some(({ key, value }) => (wish[key] ?? value) !== value)
  )
}

/** Said before anything is drawn or sent; undefined where the words have room. */
export function faultOf({ field }: FrontPoster, wish: Wish): string | undefined {
  const { length } = wish[field.key] ?? ''
  return length > field.max_length ? `${field.max_length} letters at most` : undefined
}

/** The prompt and lettering that a run would fill in. */
export function callOf(poster: FrontPoster, wish: Wish) {
  const fill = (text: string) => replaceReferences(text, (key) => wish[key] ?? '')
  const { prompt, caption } = poster.draw
  return {
    prompt: fill(prompt),
    text: wordsOf(poster, wish),
    caption: caption === undefined ? undefined : fill(caption),
  }
}

export function remixAddress(poster: FrontPoster, wish: Wish): string {
  const given = Object.entries(wish).map(([key, value]) => [`input.${key}`, value])
  const search = new URLSearchParams([...given, ['drawing', poster.drawing]])
  return `/workflows/${encodeURIComponent(poster.workflow_id)}/remix?${search}`
}
