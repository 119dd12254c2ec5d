import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './project.mjs'

const ONNX = path.join(ROOT, 'node_modules/onnxruntime-node/bin/napi-v6')

/**
 * Removes installed files that this machine never reads: other platforms' model runtimes, source
 * maps.
 */
export function prunePackages() {
  for (const platform of foldersIn(ONNX)) {
    for (const arch of foldersIn(path.join(ONNX, platform))) {
      if (platform === process.platform && arch === process.arch) continue
      rmSync(path.join(ONNX, platform, arch), { recursive: true })
    }
  }
  const modules = path.join(ROOT, 'node_modules')
  if (!existsSync(modules)) return
  for (const file of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    if (file.isFile() && /\.(?:[cm]?js|ts|css)\.map$/.test(file.name)) {
      rmSync(path.join(file.parentPath ?? file.path, file.name))
    }
  }
}

function foldersIn(folder) {
  return existsSync(folder) ? readdirSync(folder) : []
}
