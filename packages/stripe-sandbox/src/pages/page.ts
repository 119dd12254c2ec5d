import type { Store } from '../store.ts'

/** A hosted page at an address of its own, such as `/sandbox/checkout/:id`. */
export interface Page {
  address: string
  show: (id: string) => Promise<Shown>
  submit: (id: string, form: Form) => Promise<Shown>
}

export type Form = Record<string, unknown>

export type Shown = { status: number; html: string } | { redirect: string }

type Part<Html> = string | number | Html | readonly Part<Html>[] | null | undefined | false

/** The template and the frame of whoever serves the pages; text in the template is escaped. */
export interface PageKit<Html> {
  html: (strings: TemplateStringsArray, ...parts: Part<Html>[]) => Html
  layout: (page: { title: string; notice: { title: string; text: string }; body: Html }) => string
}

export interface Desk {
  store: Store
  /** Who sells, as the checkout names them now. */
  seller: () => string
  /** Of a card's number. */
  fingerprint: (number: string) => string
}

/** The text of a form's field, cut to the longest text that the field takes. */
export function readField(form: Form, name: string, longest = 40): string {
  const value = form[name]
  return typeof value === 'string' ? value.slice(0, longest) : ''
}
