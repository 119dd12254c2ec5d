import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../..')

/** Data and results outlive a run; BENCH_CACHE names another disk for them. */
export const CACHE = path.resolve(ROOT, process.env['BENCH_CACHE'] ?? '.cache/bench')
