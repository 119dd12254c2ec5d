import type { TextFault } from './json-node.ts'

export function describeTextFault({ line, message }: TextFault): string {
  return `Line ${line}: ${message}`
}
