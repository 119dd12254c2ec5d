/** Test cases (pattern, text, match) for both matchers of `pattern`, which must always agree. */
export const PATTERN_CASES: readonly (readonly [string, string, boolean])[] = [
  ['[0-9]{4}', '2024', true],
  ['[0-9]{4}', 'year 2024', false],
  ['[0-9]{4}', '20245', false],
  ['[0-9]{4}', '  2024 ', true],
  ['^[0-9]{4}$', '2024', true],
  ['^[0-9]{4}$', 'year 2024', false],
  ['cat|dog', 'dog', true],
  ['cat|dog', 'catalogue', false],
  ['cat|dog', 'hotdog', false],
  ['[a-z]+ [a-z]+', ' red fox\n', true],
  ['.', '🦊', true],
  ['\\p{Lu}.*', 'Éclair', true],
]
