import { type ResolveFnOutput, registerHooks } from 'node:module'

const SERVER = new URL('..', import.meta.url).href

/**
 * Finds each package once for all files of the server. Node parses the "exports" of a package at
 * each import of it; 500 files import drizzle-orm, whose "exports" have 130 kB, and that took half
 * of a start.
 */
export function resolvePackagesOnce(): void {
  const resolved = new Map<string, ResolveFnOutput>()
  registerHooks({
    resolve(specifier, context, resolve) {
      const isPackage = !/^\.|:/.test(specifier)
      if (!isPackage || !context.parentURL?.startsWith(SERVER)) return resolve(specifier, context)
      const found = resolved.get(specifier) ?? {
        ...resolve(specifier, context),
        shortCircuit: true,
      }
      resolved.set(specifier, found)
      return found
    },
  })
}
