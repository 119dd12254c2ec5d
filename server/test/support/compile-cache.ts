import path from 'node:path'

/** As `npm start` has: reading and compiling take most of a process's start. */
export const COMPILE_CACHE = path.resolve(import.meta.dirname, '../../../.cache/node')
