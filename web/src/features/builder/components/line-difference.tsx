const CONTEXT = 2

/** Two texts line by line: what is alike at both ends is left out but for its nearest lines. */
export function LineDifference({ before, after }: { before: string; after: string }) {
  const lines = compareLines(before.split('\n'), after.split('\n'))
  return (
    <pre
      tabIndex={0}
      aria-label="Difference"
      className="max-h-80 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs leading-relaxed"
    >
      {lines.map(({ sign, text }, i) => (
        <span
          // The lines of a difference never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={i}
          className={
            sign === '−' ? 'block text-danger' : sign === '+' ? 'block text-good' : 'block'
          }
        >
          {sign} {text}
        </span>
      ))}
    </pre>
  )
}

interface Line {
  sign: '−' | '+' | ' '
  text: string
}

export function compareLines(before: readonly string[], after: readonly string[]): Line[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const as = (sign: Line['sign'], lines: readonly string[]) =>
    lines.map((text): Line => ({ sign, text }))
  return [
    ...as(' ', before.slice(Math.max(0, head - CONTEXT), head)),
    ...as('−', before.slice(head, before.length - tail)),
    ...as('+', after.slice(head, after.length - tail)),
    ...as(' ', after.slice(after.length - tail).slice(0, CONTEXT)),
  ]
}
