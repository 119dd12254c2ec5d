import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** A sum that is written by hand would be wrong on a server in another currency. */
const BY_HAND = [
  ['a sum divided by 100: writeCents and formatCents know the decimals', /\/ 100\)?\.toFixed/],
  ['a sum times 100: parseCents knows the decimals', /Number\([^)]*\) \* 100\b/],
  [
    'a sign before a number: formatCents knows the sign',
    /\$\d+\.\d\d|(?:from|to|above|below|of|than) \$\d/,
  ],
  [
    'a currency by name: nameCurrency, labelCurrency, currencyHere',
    /(?<![-\w])[Dd]ollars\b|(?<!(?:<>|\?\?|[!=]==) )'usd'|'USD'/,
  ],
] as const

/** Files that speak of dollars for good. */
const OF_DOLLARS =
  /contract\/src\/currenc|moderation\/text-rules|main\/(?:config|environment)\.ts|generation\/(?:vendor|registry)\.ts|billsInDollars/

test('no text of a page, a letter or an answer writes a sum by hand', () => {
  const files = globSync(['web/src/**/*.{ts,tsx}', 'server/src/**/*.ts', 'contract/src/**/*.ts'], {
    cwd: ROOT,
  }).filter((file) => !/\.test\.tsx?$|test-support/.test(file) && !OF_DOLLARS.test(file))
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    readFileSync(`${ROOT}/${file}`, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const code = line.trim()
        if (/^(?:\/?\*|\/\/)/.test(code)) return []
        const [why] = BY_HAND.find(([, pattern]) => pattern.test(code)) ?? []
        return why ? [`${file}:${index + 1} ${why}: ${code}`] : []
      }),
  )
  expect(found).toEqual([])
})
