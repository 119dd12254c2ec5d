import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { matchText } from './match-text.ts'
import { readWords } from './read-words.ts'
import type { TextCheck, TextField, TextFinding } from './spec.ts'

/** Finds listed words and phrases exactly, and nothing else. */
const wordRules: TextCheck = {
  id: 'word-rules',
  async check({ config }, fields) {
    return fields.flatMap(({ path, text, mayBeAdult }) =>
      matchText(text, mayBeAdult ? config.CONTENT_POLICY : 'general').map(({ rule, words }) => ({
        path,
        text,
        category: rule.category,
        rule: rule.id,
        words,
        together: rule.groups.length > 1,
      })),
    )
  },
}

const TEXT_CHECKS: readonly TextCheck[] = [wordRules]

/** The words that are not allowed, one sentence a field. */
export async function findRefused(
  ctx: Ctx,
  fields: readonly TextField[],
): Promise<{ path: string; message: string }[]> {
  const findings = (await Promise.all(TEXT_CHECKS.map((one) => one.check(ctx, fields)))).flat()
  const refused = new Map<string, string>()
  for (const field of fields) {
    const own = findings.filter(({ path, text }) => path === field.path && text === field.text)
    if (own.length === 0) continue
    const { path, message } = field.typed ? sayOfTyped(field, own) : say(field.path, own)
    if (!refused.has(path)) refused.set(path, message)
  }
  return [...refused].map(([path, message]) => ({ path, message }))
}

/** Words that are refused by themselves are told before those that only stand badly together. */
function say(path: string, findings: readonly TextFinding[]): { path: string; message: string } {
  const alone = findings.filter(({ together }) => !together).flatMap(({ words }) => words)
  if (alone.length > 0) return { path, message: `${list(alone)} not allowed here.` }
  return { path, message: `${list(findings[0]?.words ?? [])} not allowed here together.` }
}

/** A recipe's own words are its creator's secret: its buyer is told those that the buyer wrote. */
function sayOfTyped(field: TextField, findings: readonly TextFinding[]) {
  const bad = new Set(
    findings.flatMap(({ words }) => words.flatMap((word) => readWords(word)).map(bare)),
  )
  for (const { path, text } of field.typed ?? []) {
    const own = readWords(text).flatMap((word) => (bad.has(bare(word)) ? [word.written] : []))
    // Of "a bomb" the bomb is meant.
    const long = own.filter((word) => word.length > 2)
    const written = long.length > 0 ? long : own
    if (written.length === 0) continue
    return { path, message: `${list(written)} not allowed in this recipe.` }
  }
  return { path: field.path, message: 'These words are not allowed in this recipe.' }
}

const bare = (word: { written: string }) => word.written.toLowerCase()

function list(written: readonly string[]): string {
  const words = [...new Set(written)].slice(0, 3)
  const quoted = new Intl.ListFormat('en').format(words.map((word) => `“${word}”`))
  const isOne = words.length === 1 && !words[0]?.includes(' ')
  return `The ${isOne ? 'word' : 'words'} ${quoted} ${isOne ? 'is' : 'are'}`
}

/** Throws content_refused with the words that are refused, and the field of each. */
export async function assertAllowed(ctx: Ctx, fields: readonly TextField[]): Promise<void> {
  const details = await findRefused(ctx, fields)
  const [first] = details
  if (first) throw new AppError('content_refused', first.message, { details })
}
