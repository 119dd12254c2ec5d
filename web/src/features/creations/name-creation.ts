import type { CreationView } from '@vignette/contract/creations.ts'
import { readInputs } from './read-inputs.ts'

const LONGEST = 60

/** The first text that the maker typed; options, dates and files are left out. */
export function findWords({
  user_inputs,
  workflow: { asks },
}: Pick<CreationView, 'user_inputs' | 'workflow'>): string | undefined {
  const typed = asks.filter(({ options, look }) => options.length === 0 && !look)
  const [first] = readInputs(user_inputs, typed)
    .filter(({ key }) => typed.some((ask) => ask.key === key))
    .flatMap(({ values }) => values)
    .flatMap((value) => (value.kind === 'text' && /\p{L}/u.test(value.text) ? [value.text] : []))
  return first
}

/**
 * The title of a creation's page. It quotes the maker's words for a public creation without adult content
 * only, so that a private one's appear in no browser history.
 */
export function nameCreation(
  creation: Pick<CreationView, 'public' | 'media' | 'user_inputs' | 'workflow'>,
): string {
  const recipe = creation.workflow.name || 'AI Creation'
  const quotes = creation.public && !creation.media?.adult
  const words = quotes ? findWords(creation)?.replace(/\s+/g, ' ').trim() : undefined
  return words ? `“${cut(words)}” — ${recipe}` : recipe
}

/** Cut after a whole word. */
function cut(words: string): string {
  if (words.length <= LONGEST) return words
  const start = words.slice(0, LONGEST + 1)
  const end = start.lastIndexOf(' ')
  return `${start.slice(0, end > 0 ? end : LONGEST)}…`
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** "V-7K2F", to be said aloud: of the random end of the id, and so not of one creation alone. */
export function shortenNumber(id: string): string {
  const bits = Number.parseInt(id.replaceAll('-', '').slice(-5), 16)
  return `V-${[15, 10, 5, 0].map((shift) => LETTERS[(bits >> shift) & 31]).join('')}`
}
