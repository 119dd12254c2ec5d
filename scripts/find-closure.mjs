import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './project.mjs'

/**
 * The folders of the packages that a workspace needs to run, from the lockfile: its dependencies and
 * theirs, without those of development, optional peers, and what `leaves` says the workspace goes without.
 */
export function findClosure(workspace, leaves) {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'))
  const closure = new Set()
  const open = [workspace]
  for (const place of open) {
    if (closure.has(place)) continue
    closure.add(place)
    const entry = packages[place]
    if (entry.link) open.push(entry.resolved)
    for (const name of needsOf(entry)) {
      if (leaves(name)) continue
      const found = lookUp(packages, place, name)
      if (found) open.push(found)
    }
  }
  return closure
}

/** Every folder that the lockfile knows below a node_modules. */
export function listInstalled() {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'))
  return Object.keys(packages).filter((place) => /(^|\/)node_modules\//.test(place))
}

function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies ?? {})
  return [
    ...Object.keys({ ...dependencies, ...optionalDependencies }),
    ...peers.filter((name) => !peerDependenciesMeta?.[name]?.optional),
  ]
}

/** As Node looks for a package: beside the folder, then beside each folder above. */
function lookUp(packages, place, name) {
  const parts = place.split('/')
  for (let length = parts.length; length >= 0; length -= 1) {
    if (parts[length - 1] === 'node_modules') continue
    const candidate = [...parts.slice(0, length), 'node_modules', name].join('/')
    if (packages[candidate]) return candidate
  }
  return undefined
}
