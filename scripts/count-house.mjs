import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './project.mjs'

// Prints what docs/architecture.md promises a reader, counted from the files: how many there are, how
// long, and how many are reached from one verb. A picture, and no target: `node scripts/count-house.mjs`.

const FEATURES = 'server/src/features/'
const VERBS = ['startRemix', 'refundSale', 'createCollection']
const TEST = /\.(?:test|e2e|fault|hostile)\.|\/test\/|test-support|fixtures|^e2e\/|^bench\//

const texts = new Map(
  execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css', '*.sql'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((file) => !TEST.test(file) && existsSync(path.join(ROOT, file)))
    .map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]),
)
const files = [...texts.keys()]
const inFeatures = files.filter((file) => file.startsWith(FEATURES))
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const linesOf = (file) => texts.get(file).split('\n').length - 1

function importsOf(file) {
  return [...texts.get(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, where]) => path.posix.join(path.posix.dirname(file), where))
    .filter((target) => texts.has(target))
}

/** The files of features to which a verb's imports lead. */
function countReached(verb) {
  const starts = inFeatures.filter((file) =>
    new RegExp(`^export (?:async )?function ${verb}\\b`, 'm').test(texts.get(file)),
  )
  const seen = new Set(starts)
  for (const file of seen) {
    for (const target of importsOf(file)) if (target.startsWith(FEATURES)) seen.add(target)
  }
  return seen.size
}

function countImportLines(file) {
  const found = texts.get(file).match(/^import[\s\S]*?from '[^']+'$/gm) ?? []
  return sum(found.map((text) => text.split('\n').length))
}

const lengths = inFeatures.map(linesOf).toSorted((a, b) => a - b)
console.table({
  'product files': files.length,
  'product lines': sum(files.map(linesOf)),
  'rooms of the server': new Set(inFeatures.map((file) => file.split('/')[3])).size,
  'files of these rooms': inFeatures.length,
  'median lines of such a file': lengths[lengths.length >> 1],
  'such files of 25 lines or fewer': lengths.filter((lines) => lines <= 25).length,
  'share of import lines, %': +(
    (100 * sum(inFeatures.map(countImportLines))) /
    sum(lengths)
  ).toFixed(1),
  ...Object.fromEntries(VERBS.map((verb) => [`files reached from ${verb}`, countReached(verb)])),
})
