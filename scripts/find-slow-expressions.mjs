import { globSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'

/**
 * Why an expression can take more than linear time, or undefined. Does not find alternatives that
 * overlap, as in `(?:a|a)*`.
 *
 * @param {string} source
 * @param {string} flags
 * @returns {string | undefined}
 */
export function findSlowness(source, flags) {
  const [report] = analyse({ source, flags }).reports
  return report && `${report.exponential ? 'exponential' : report.type} on ${report.character.pick}`
}

/**
 * Every regular expression literal in these files.
 *
 * @param {string[]} patterns
 * @param {string} cwd
 * @returns {{ file: string, written: string, source: string, flags: string }[]}
 */
export function readExpressions(patterns, cwd) {
  const files = globSync(patterns, { cwd }).filter((file) => !/\.test\.tsx?$/.test(file))
  return files.flatMap((file) => {
    const found = []
    const { program, errors } = parseSync(file, readFileSync(`${cwd}/${file}`, 'utf8'))
    if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
    new Visitor({
      Literal({ regex }) {
        if (!regex) return
        const { pattern: source, flags } = regex
        found.push({ file, written: `/${source}/${flags}`, source, flags })
      },
    }).visit(program)
    return found
  })
}
