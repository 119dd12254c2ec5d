import { readBuiltRoutes } from '../../scripts/built-routes.ts'

/** The address pattern of the built file that holds a module loaded on demand, as `terms-page.tsx`. */
export function findChunk(module: string): string {
  const built = readBuiltRoutes()
  const source = built.names.find((name) => name.endsWith(`/${module}`))
  const file = source && built.fileOf(source)
  if (!file) throw new Error(`No chunk of the built web app holds ${module}.`)
  return `**/${file}`
}
