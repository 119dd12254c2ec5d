import { anchorPattern } from '@vignette/contract/input-pattern.ts'
import { useState } from 'react'
import type { JsonPath } from '../../../lib/json-path.ts'
import { Input } from '../../../ui/field.tsx'
import { type Parts, readText } from '../document/read-parts.ts'
import { TextField } from './text-field.tsx'

/** A pattern that the buyer's words must match, with a place to try it. */
export function PatternField({ input, path }: { input: Parts; path: JsonPath }) {
  const pattern = readText(input, 'pattern')
  const [words, setWords] = useState('')
  const outcome = pattern && words ? tryPattern(pattern, words) : ''
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="Pattern"
        hint="A regular expression that the whole answer must match, such as [A-Z][a-z]+"
        path={[...path, 'pattern']}
        value={pattern}
        maxLength={200}
      />
      {pattern !== '' && (
        <div>
          <Input
            label="Try the pattern"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <p role="status" className="mt-1.5 text-sm text-muted">
            {outcome}
          </p>
        </div>
      )}
    </div>
  )
}

function tryPattern(pattern: string, words: string): string {
  try {
    return new RegExp(anchorPattern(pattern), 'u').test(words.trim())
      ? 'This answer is accepted.'
      : 'This answer is refused: “Invalid format”.'
  } catch {
    return 'The pattern is no regular expression yet.'
  }
}
