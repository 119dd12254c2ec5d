import path from 'node:path'

/**
 * The cache of compiled code that `npm start` uses too: reading and compiling take most of a
 * process's start.
 */
export const COMPILE_CACHE = path.resolve(import.meta.dirname, '../../../.cache/node')
