/** A word or mark of the prompt, as it was written and in lower case. */
export interface Token {
  text: string
  low: string
}

/** The words; a comma, a full stop or a quotation mark is a token of its own. */
export function tokensOf(prompt: string): Token[] {
  const found = prompt.slice(0, 10_000).matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*|[,.;:!?"“”«»\n]/gu)
  return [...found].slice(0, 300).map(([text]) => ({
    text,
    low: text.toLowerCase().replace('’', "'").replace(/'s$/, ''),
  }))
}

/** Quoted text is lettering and names nothing to draw. */
export function withoutLettering(tokens: Token[]): Token[] {
  let quoted = false
  const closes = tokens.filter(({ low }) => /["“”«»]/u.test(low)).length % 2 === 0
  return tokens.filter(({ low }) => {
    if (!closes || !/["“”«»]/u.test(low)) return !quoted
    quoted = !quoted
    return false
  })
}

export const numberOf = (word: string) => (/^[2-9]$|^1\d$/.test(word) ? Number(word) : undefined)
