import path from 'node:path'
import { CACHE } from './folders.ts'

/** `npm run bench -- NAME --profile` makes each process write a CPU and a heap profile. */
export const isProfiling = process.argv.includes('--profile')

export const PROFILES = path.join(CACHE, 'profiles')

export const PROFILE_OPTIONS = isProfiling
  ? ['--cpu-prof', `--cpu-prof-dir=${PROFILES}`, '--heap-prof', `--heap-prof-dir=${PROFILES}`]
  : []
