import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

// Node runs no TypeScript inside node_modules, where npx puts a package.
const from = new URL('src/', import.meta.url)
const to = new URL('dist/', import.meta.url)
rmSync(to, { recursive: true, force: true })
mkdirSync(to)
for (const name of readdirSync(from)) {
  const code = stripTypeScriptTypes(readFileSync(new URL(name, from), 'utf8'))
  const imports = code.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'")
  writeFileSync(new URL(name.replace(/\.ts$/, '.js'), to), imports)
}
