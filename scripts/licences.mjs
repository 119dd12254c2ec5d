import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from './project.mjs'

// npm run licences: what a server is made of besides its own code, by licence. npm run sbom tells the
// same to programs, in CycloneDX.

/**
 * The licence of each package that a server installs, and of each part that lies in the repository.
 * @returns {{ packages: { name: string, licence: string }[], files: string[] }}
 */
export function listLicences() {
  const sbom = ['sbom', '--sbom-format=cyclonedx', '--omit=dev']
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }
  const { components } = JSON.parse(execFileSync('npm', sbom, options))
  const packages = components
    .filter(({ properties = [] }) => !properties.some(({ name }) => name.endsWith(':private')))
    .map(({ name, group, version, licenses = [] }) => ({
      name: `${group ? `${group}/` : ''}${name} ${version}`,
      licence:
        licenses
          .map(({ license, expression }) => expression ?? license.id ?? license.name)
          .join(', ') || 'not said',
    }))
  const files = execFileSync('git', ['ls-files', '*LICEN[CS]E*', '*NOTICE*'], options).split('\n')
  return { packages, files: files.filter((file) => path.dirname(file) !== '.' && file !== '') }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { packages, files } = listLicences()
  const byLicence = Map.groupBy(packages, ({ licence }) => licence)
  for (const [licence, those] of [...byLicence].toSorted(([, a], [, b]) => b.length - a.length)) {
    console.log(`${licence} (${those.length})`)
    for (const name of new Set(those.map((one) => one.name).toSorted())) console.log(`  ${name}`)
  }
  console.log('Parts in this repository with licences of their own:')
  for (const file of files) console.log(`  ${file}`)
}
