import type { CreationView } from '@vignette/contract/creations.ts'
import { readInputs } from './read-inputs.ts'

const LONGEST = 60

/** What the maker typed first: options and files are no words. */
export function findWords({
  user_inputs,
  workflow: { asks },
}: Pick<CreationView, 'user_inputs' | 'workflow'>): string | undefined {
  const typed = asks.filter(({ options }) => options.length === 0)
  const [first] = readInputs(user_inputs, typed)
    .filter(({ key }) => typed.some((ask) => ask.key === key))
    .flatMap(({ values }) => values)
    .flatMap((value) => (value.kind === 'text' && /\p{L}/u.test(value.text) ? [value.text] : []))
  return first
}

/** The title of a creation's page: of a public one with its words; a private one's stay out of titles and histories. */
export function nameCreation(
  creation: Pick<CreationView, 'public' | 'user_inputs' | 'workflow'>,
): string {
  const recipe = creation.workflow.name || 'AI Creation'
  const words = creation.public ? findWords(creation)?.replace(/\s+/g, ' ').trim() : undefined
  return words ? `“${cut(words)}” — ${recipe}` : recipe
}

/** Cut after a whole word. */
function cut(words: string): string {
  if (words.length <= LONGEST) return words
  const start = words.slice(0, LONGEST + 1)
  const end = start.lastIndexOf(' ')
  return `${start.slice(0, end > 0 ? end : LONGEST)}…`
}
