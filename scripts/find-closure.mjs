import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './project.mjs'

/**
 * The folders of the packages that a workspace needs to run, from the lockfile: its dependencies
 * and their dependencies, without development dependencies, optional peers, and the packages for
 * which `leaves` is true.
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

/** Every package folder in the lockfile. */
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

/** Resolves a package as Node does: in the folder's node_modules, then in each folder above. */
function lookUp(packages, place, name) {
  const parts = place.split('/')
  for (let length = parts.length; length >= 0; length -= 1) {
    if (parts[length - 1] === 'node_modules') continue
    const candidate = [...parts.slice(0, length), 'node_modules', name].join('/')
    if (packages[candidate]) return candidate
  }
  return undefined
}
