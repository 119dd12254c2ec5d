import { readFileSync } from 'node:fs'

/**
 * The last error that PostgreSQL logged since the given size of its log, as the rest of a sentence.
 */
export function readComplaint(logFile: string, since: number): string | undefined {
  const lines = readFileSync(logFile).subarray(since).toString('utf8').split('\n')
  const complaint = lines.findLast((line) => COMPLAINT.test(line) && !line.includes(NOT_YET))
  return complaint?.replace(COMPLAINT, '').replace(/\.$/, '')
}

const COMPLAINT = /^(.*?\b(FATAL|PANIC|ERROR|error)|initdb|postgres|setpriv):\s*/
const NOT_YET = 'the database system is starting up'
