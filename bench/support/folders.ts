import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../..')

/** The cache of data and results outlives a run; BENCH_CACHE can name another disk. */
export const CACHE = path.resolve(ROOT, process.env['BENCH_CACHE'] ?? '.cache/bench')
