const WORDS: Record<string, string> = {
  paused:
    'The creator paused this recipe before you had paid, so your payment was released and nothing was charged.',
  failing:
    'This recipe had stopped working before you paid, so your payment was released and nothing was charged.',
}

/** The sentence for a payment that `releaseClosed` released; undefined for every other release. */
export function describeClosed(releaser: string | undefined): string | undefined {
  return releaser === undefined ? undefined : WORDS[releaser]
}
