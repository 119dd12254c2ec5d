import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './project.mjs'

/** A setting as the program will see the value: from the environment, else from .env. */
export function readSetting(name, file = path.join(ROOT, '.env')) {
  const given = process.env[name]
  if (given !== undefined) return given || undefined
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const line = new RegExp(
    `^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=[ \\t]*["'\`]?([^\\s"'\`#]+)`,
    'm',
  )
  return line.exec(text)?.[1]
}
